"""What machines see of a deployment from outside: whether it is well, its requests one by one, and its figures."""
