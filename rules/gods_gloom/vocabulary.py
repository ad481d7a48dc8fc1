"""What a change means at the table."""

from rules.gods_gloom.sheet import Battle
from rules.vocabulary import Track, Vocabulary

VOCABULARY: Vocabulary[Battle] = Vocabulary(
    {
        "weak": Track("Weak"),
        "boost": Track("Boost"),
        "slow": Track("Slow"),
        "fast": Track("Fast"),
        "activated": Track("activation", {False: "to come", True: "taken"}),
        "shot": Track("ranged attack", {False: "to come", True: "made"}),
        "status": Track("on the board", {"active": "yes", "destroyed": "Destroyed", "removed": "removed"}),
    },
    unsaid=frozenset({"charged", "loser", "score"}),
)
