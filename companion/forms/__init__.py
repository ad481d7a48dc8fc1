"""Forms: they parse what a page sends, and change nothing."""
