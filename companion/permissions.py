"""Who may do what: every address with its command, and every command with those who may give it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, auto


class Standing(StrEnum):
    """What a device is in a campaign; nobody knows a guest's or a stranger's, which has the link."""

    STRANGER = auto()
    """One that no member is known by, where only members come in."""
    GUEST = auto()
    SPECTATOR = auto()
    PLAYER = auto()
    ORGANISER = auto()


class Command(StrEnum):
    """What somebody does."""

    OWN = auto()
    """What concerns only the device itself, or opens with a link of its own."""
    LOOK = auto()
    """Look at what a link leads to."""
    MEET = auto()
    """Look who belongs to a campaign."""
    ASK = auto()
    """Ask to be known as a member."""
    KNOWN = auto()
    """Look after the own devices."""
    PLAY = auto()
    """Set a battle up, tap in it, correct and dispute its entries."""
    SIT = auto()
    """Take the seat of a side, leave it, or hand it over."""
    LEAD = auto()
    """Invite, give roles, settle what is disputed."""
    ACCOUNT = auto()
    """Look after the own account, which asks for a password itself, where this server has accounts."""
    STAFF = auto()
    """Use the admin, which asks for a password itself."""


EVERYBODY = frozenset(Standing)
INSIDE = EVERYBODY - {Standing.STRANGER}

MAY: Mapping[Command, frozenset[Standing]] = {
    Command.OWN: EVERYBODY,
    Command.LOOK: INSIDE,
    Command.MEET: EVERYBODY,
    Command.ASK: EVERYBODY,
    Command.KNOWN: INSIDE - {Standing.GUEST},
    Command.PLAY: INSIDE - {Standing.SPECTATOR},
    Command.SIT: frozenset({Standing.PLAYER, Standing.ORGANISER}),
    Command.LEAD: frozenset({Standing.ORGANISER}),
    Command.ACCOUNT: EVERYBODY,
    Command.STAFF: frozenset(),
}

WHY_NOT: Mapping[Command, str] = {
    Command.KNOWN: "This device is not known in this campaign. Nothing was changed.",
    Command.PLAY: "You only look on in this campaign. An organiser can make you a player.",
    Command.SIT: "Seats are for the players of this campaign. Ask an organiser to let you in. Nothing was changed.",
    Command.LEAD: "Only an organiser of this campaign can do that. Nothing was changed.",
}
"""The sentence for whoever may not, but for strangers."""

MEMBERS_ONLY = "An organiser of this campaign can invite you. Nothing was changed."
"""The sentence for strangers."""

_OWN_PAGE = {"GET": Command.OWN}
_OWN_FORM = _OWN_PAGE | {"POST": Command.OWN}
_LOOKED_AT = {"GET": Command.LOOK}
_TAPPED = {"POST": Command.PLAY}
_LOOKED_AT_AND_TAPPED = _LOOKED_AT | _TAPPED
_LED = {"POST": Command.LEAD}

ADDRESSES: Mapping[str, Mapping[str, Command]] = {
    **dict.fromkeys(("home", "who", "join", "code"), _OWN_FORM),
    "try": {"POST": Command.OWN},
    "theme": {"POST": Command.OWN},
    "hand": {"POST": Command.OWN},
    **dict.fromkeys(("help", "watch", "watch-step", "watch-score-lines", "screen", "health", "figures"), _OWN_PAGE),
    **dict.fromkeys(("manifest", "worker", "offline"), _OWN_PAGE),
    **dict.fromkeys(("campaign", "squad", "correct"), _LOOKED_AT_AND_TAPPED),
    **dict.fromkeys(("campaign-file", "battle-file", "squad-file", "squad-now", "battle", "setup"), _LOOKED_AT),
    "people": {"GET": Command.MEET},
    **dict.fromkeys(("standings", "member", "member-luck", "battle-luck", "keep", "shelf"), _LOOKED_AT),
    **dict.fromkeys(("share", "battle-qr", "score-lines"), _LOOKED_AT),
    **dict.fromkeys(("log", "event", "score", "record", "replay", "replay-step"), _LOOKED_AT),
    **dict.fromkeys(("bring-in", "declare", "dice", "choice", "add", "back", "off", "apply"), _TAPPED),
    **dict.fromkeys(("undo", "redo", "dispute", "rematch", "answer"), _TAPPED),
    **dict.fromkeys(("setup-remove", "setup-again", "setup-put", "setup-known", "setup-take"), _TAPPED),
    **dict.fromkeys(("setup-look", "setup-add", "squad-rules"), _TAPPED),
    **dict.fromkeys(("rule", "rosters-usual", "people-found", "people-add", "people-role", "people-link"), _LED),
    **dict.fromkeys(
        ("people-invite", "people-withdraw", "people-code", "pin", "seats", "standings-by", "people-account"), _LED
    ),
    **dict.fromkeys(("campaign-anew", "battle-anew", "watch-anew", "people-only", "campaign-rename"), _LED),
    **dict.fromkeys(("rosters", "homecoming"), _LOOKED_AT_AND_TAPPED),
    **dict.fromkeys(("roster", "roster-file"), _LOOKED_AT),
    **dict.fromkeys(("roster-rename", "roster-again", "roster-away", "roster-back", "roster-keep"), _TAPPED),
    **dict.fromkeys(("roster-bring-in", "setup-deploy"), _TAPPED),
    **dict.fromkeys(("battle-rename", "battle-archive", "battle-copy"), _TAPPED),
    "seat": {"POST": Command.SIT},
    **dict.fromkeys(("battle-back", "battle-delete"), _LED),
    **dict.fromkeys(("account_login", "account_signup"), _OWN_FORM),
    **dict.fromkeys(("account_reset_password", "account_reset_password_from_key"), _OWN_FORM),
    **dict.fromkeys(("account_reset_password_done", "account_reset_password_from_key_done"), _OWN_PAGE),
    "account": {"GET": Command.ACCOUNT},
    "account-members": {"POST": Command.ACCOUNT},
    "account-delete": {"GET": Command.ACCOUNT, "POST": Command.ACCOUNT},
    "account_change_password": {"GET": Command.ACCOUNT, "POST": Command.ACCOUNT},
    "account_logout": {"POST": Command.ACCOUNT},
    "people-ask": {"POST": Command.ASK},
    "people-name": {"POST": Command.KNOWN},
    "people-let-in": {"POST": Command.KNOWN},
    "people-forgotten": {"GET": Command.KNOWN, "POST": Command.KNOWN},
    "people-forget": {"POST": Command.KNOWN},
}
"""What a visit to an address is, by the name of the address and the method."""


class By(StrEnum):
    """By whom a battle is tapped where each side has its player: an organiser, or who plays the side that is meant."""

    SEATED = auto()
    """Whoever plays any side: it concerns the battle itself."""
    OWNED = auto()
    """Whoever plays any side, or owns a roster that was taken into it, whoever plays that."""
    CHOSEN = auto()
    """The side of the piece that is to act."""
    ACTING = auto()
    """The side of who acts in what is under way."""
    CONCERNED = auto()
    """The side of who acts, or that of whom it is done to."""
    ASKED = auto()
    """The side that decides what is asked."""
    ROLLING = auto()
    """Each side whose dice are entered, or that lets the app roll; of several that roll at once, the one that acts."""
    ANSWERED = auto()
    """The side that gave the answer which is taken back."""
    ENTERED = auto()
    """The side that acted in an entry of the log; of an edit each side whose pieces it changed."""
    CORRECTED = auto()
    """The side that acted in an entry of the log, or that to which it was done."""
    PIECE = auto()
    """The side of a piece, or of what is changed and is put in its place."""
    SIDE = auto()
    """The side that is set up."""


SEATS: Mapping[str, By] = {
    **dict.fromkeys(("dispute", "answer", "rematch", "roster-keep"), By.SEATED),
    **dict.fromkeys(("battle-rename", "battle-archive", "battle-copy"), By.SEATED),
    "homecoming": By.OWNED,
    "declare": By.CHOSEN,
    **dict.fromkeys(("off", "apply"), By.ACTING),
    "add": By.CONCERNED,
    "choice": By.ASKED,
    "dice": By.ROLLING,
    "back": By.ANSWERED,
    **dict.fromkeys(("undo", "redo"), By.ENTERED),
    "correct": By.CORRECTED,
    **dict.fromkeys(("setup-add", "setup-remove", "setup-again", "setup-put"), By.PIECE),
    **dict.fromkeys(("setup-look", "setup-known", "setup-take", "setup-deploy", "squad", "squad-rules"), By.SIDE),
}
"""Who may send what to a battle in which each side is tapped only by its player, of those who may send it at all."""


UNMAKES = frozenset({"undo", "redo", "correct", "declare"})
"""What may change a result: where members of the campaign have confirmed it, only members send it."""

CONFIRMED = "The result is confirmed: only members of the campaign change it. Nothing was changed."
"""The sentence for guests."""


class Thing(StrEnum):
    """What concerns some of those who may give a command more than others of the same standing."""

    ROSTER = auto()
    """A roster, and who of it comes home."""
    PERSON = auto()
    """A member, with the devices that they are known by."""
    SEAT = auto()
    """The seat of a side."""
    RESULT = auto()
    """Whether the result of a battle is right."""
    DICE = auto()
    """Dice that the app threw, where a correction strikes them out."""


class Stake(StrEnum):
    """What such a thing is to somebody."""

    OWN = auto()
    """They own it, are it or have it; they are asked for the result, or all sides agree with them on the dice."""
    FREE = auto()
    """It is nobody's."""
    OTHERS = auto()


DISPOSE: Mapping[Thing, frozenset[Stake]] = {
    Thing.ROSTER: frozenset({Stake.OWN, Stake.FREE}),
    Thing.PERSON: frozenset({Stake.OWN}),
    Thing.SEAT: frozenset({Stake.OWN, Stake.FREE}),
    Thing.RESULT: frozenset({Stake.OWN, Stake.FREE}),
    Thing.DICE: frozenset({Stake.OWN, Stake.FREE}),
}
"""Who disposes of what, besides the organisers, who dispose of everything."""

BUILDS = frozenset(
    {
        *("setup", "setup-add", "setup-remove", "setup-again", "setup-known", "setup-take"),
        *("squad", "squad-rules", "squad-file", "squad-now"),
    }
)
"""The addresses of a battle by which a roster is built too: it has the forms of a set-up, and nothing else."""

OF_STAFF = {
    *("index", "login", "logout", "password_change", "password_change_done", "autocomplete", "jsi18n", "app_list"),
    *("view_on_site", "changelist", "add", "history", "delete", "change", "audit", "password"),
}
"""The kinds of pages in the admin."""


def command_of(address: str, method: str) -> Command:
    """What a visit is; ``KeyError`` for one that the tables do not know, which nobody may pay then."""
    method = "GET" if method == "HEAD" else method
    room, _, name = address.rpartition(":")
    if room == "admin" and (name in OF_STAFF or name.rpartition("_")[2] in OF_STAFF):
        return Command.STAFF
    return ADDRESSES[address][method]


def is_allowed(command: Command, standing: Standing) -> bool:
    """Whether a command may be given by whoever stands so."""
    return standing in MAY[command]


def disposes(thing: Thing, role: str, stake: Stake) -> bool:
    """Whether somebody disposes of a thing, by their role in the campaign, empty for a guest's, and what it is to them.

    That they may give the command at all is for ``is_allowed`` to say.
    """
    return role == Standing.ORGANISER or stake in DISPOSE[thing]
