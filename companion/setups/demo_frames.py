"""The demo battle of Mobile Frame Zero: two small companies at the point of the seed's example attack."""

from __future__ import annotations

from companion.models import Battle, Campaign, Company, Frame, FrameBattle, Station, System, Terrain, Token
from rules.mobile_frame_zero.examples import OSPREY_BATTLE
from rules.mobile_frame_zero.sheet import Frame as FrameSheet
from rules.mobile_frame_zero.sheet import Kind, Size

MORE_FRAMES = (
    (
        "joshua",
        "ST-10 Osprey, Lieutenant Vane",
        (("grenade launcher", Kind.DIRECT), ("shield", Kind.BLUE), ("jump jets", Kind.GREEN)),
        1,
    ),
    (
        "joshua",
        "ST-07 Heron, Sergeant Oke",
        (("long gun", Kind.ARTILLERY), ("long gun loader", Kind.ARTILLERY), ("sensor pod", Kind.YELLOW)),
        2,
    ),
    (
        "sebastian",
        "Ghanat Tishihé",
        (
            ("war pick", Kind.HAND),
            ("second pick", Kind.HAND),
            ("plating", Kind.BLUE),
            ("scrambler legs", Kind.GREEN),
        ),
        3,
    ),
)


def demo_battle(campaign: Campaign) -> Battle:
    """Set the demo battle up: the seed's attack can be made at once."""
    battle = FrameBattle.objects.create(
        campaign=campaign,
        name="The ragged wall",
        game="mobile_frame_zero",
        size=Size.AGREED,
        started=True,
    )
    companies = {
        company.key: Company.objects.create(battle=battle, name=company.name, seat=seat)
        for seat, company in enumerate(OSPREY_BATTLE.companies, start=1)
    }
    for frame in OSPREY_BATTLE.frames:
        _store(battle, companies[frame.company], frame)
    for side, name, systems, rockets in MORE_FRAMES:
        row = Frame.objects.create(battle=battle, company=companies[side], name=name, rockets=rockets)
        System.objects.bulk_create(System(frame=row, name=label, kind=kind) for label, kind in systems)
    for terrain in OSPREY_BATTLE.terrain:
        Terrain.objects.create(battle=battle, name=terrain.name, hits_left=terrain.hits_left)
    Terrain.objects.create(battle=battle, name="water tower", hits_left=4)
    Station.objects.create(battle=battle, name="landing pad", owner=companies["joshua"])
    Station.objects.create(battle=battle, name="relay mast", owner=companies["sebastian"])
    return battle


def _store(battle: FrameBattle, company: Company, frame: FrameSheet) -> None:
    row = Frame.objects.create(
        battle=battle,
        company=company,
        name=frame.name,
        acted=frame.acted,
        attacked=frame.attacked,
        has_spotted=frame.has_spotted,
    )
    System.objects.bulk_create(System(frame=row, name=s.name, kind=s.kind) for s in frame.systems)
    markers = {"defence": frame.defence, "spot": frame.spot}
    Token.objects.bulk_create(
        Token(piece=row, kind=kind, value=value) for kind, value in markers.items() if value is not None
    )
