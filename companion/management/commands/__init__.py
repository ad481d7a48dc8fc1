"""The commands of manage.py: one file each."""
