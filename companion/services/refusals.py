"""What a service says when it does not do what was asked: a sentence for the player who tapped."""


class Refusal(Exception):
    """Nothing was changed; the message says what is wrong and what to do."""


class Stale(Refusal):
    """The page that was tapped shows something older than what is stored."""
