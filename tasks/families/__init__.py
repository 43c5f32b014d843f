"""One file a family of related tasks."""
