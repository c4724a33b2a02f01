"""Networks that learn a game: from playing themselves, or from exact values. Training needs PyTorch."""
