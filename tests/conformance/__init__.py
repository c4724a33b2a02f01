"""What every game must do, whatever its rules: one suite over all of them."""
