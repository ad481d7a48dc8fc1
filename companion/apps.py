"""The app that Django loads."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CompanionConfig(AppConfig):
    """The companion: campaigns, battles, pieces and their attacks."""

    name = "companion"
    verbose_name = "Tabletop Companion"

    def ready(self) -> None:
        """Register the admin pages of the games, keep what was not kept by earlier versions, and follow sign-ins."""
        # They can be loaded only once the models are.
        import companion.accounts  # noqa: F401 - it listens
        from companion.admin.pages import register_usual
        from companion.own import own
        from companion.services.catching_up import keep_after_migrating
        from rules.games import GAMES

        post_migrate.connect(keep_after_migrating, sender=self)
        for game in GAMES:
            if own(game, "admin") is None:
                register_usual(game)
