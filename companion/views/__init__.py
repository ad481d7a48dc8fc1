"""Views: load with the access check, parse with a form, call one service, redirect or render."""
