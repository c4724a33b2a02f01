"""Games in progress: one object that every front end shares."""
