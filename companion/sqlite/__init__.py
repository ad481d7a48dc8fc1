"""Django's SQLite, whose connections are kept."""
