"""All schemes by which a campaign may put its players in order, the usual one first."""

from rules.standings.margin import MARGIN
from rules.standings.points import POINTS
from rules.standings.tallies import Scheme
from rules.standings.wins import WINS

SCHEMES = (WINS, POINTS, MARGIN)


def scheme_of(slug: str, *, has_points: bool) -> Scheme:
    """The scheme of that name; the usual one where there is none, or where it needs points and there are none."""
    found = next((scheme for scheme in SCHEMES if scheme.slug == slug), SCHEMES[0])
    return found if has_points or not found.by_points else SCHEMES[0]
