"""The app that Django loads."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    """The companion: campaigns, battles, pieces and their attacks."""

    name = "companion"
    verbose_name = "Tabletop Companion"

    def ready(self) -> None:
        """Register the admin pages of the games, their own or the usual ones."""
        # They can be loaded only once the models are.
        from companion.admin.pages import register_usual
        from companion.own import own
        from rules.games import GAMES

        for game in GAMES:
            if own(game, "admin") is None:
                register_usual(game)
