"""The app that Django loads."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    """The companion: campaigns, battles, pieces and their attacks."""

    name = "companion"
    verbose_name = "Tabletop Companion"
