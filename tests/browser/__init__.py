"""What a reader's browser does with the pages."""
