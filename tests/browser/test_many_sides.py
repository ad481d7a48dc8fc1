"""Of five sides every name is read whole on a tablet and a phone, as the battle is set up and as it is played."""

import pytest

from companion.models import Campaign
from companion.models.campaign import new_key
from companion.services.building import start_battle

NAMES = ["Reds", "Blues", "Greens", "Golds", "Greys"]
CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2).length"


@pytest.mark.parametrize(("width", "height"), [(820, 1100), (390, 844)])
def test_no_name_is_cut_and_nothing_lies_beside_the_page(transactional_db, tablet, look, width, height):
    campaign = Campaign.objects.create(name="Thursdays")
    battle = start_battle(campaign=campaign, game="x_wing", name="Five", sides=NAMES, once=new_key(), who="Anna")
    page = tablet(width=width, height=height)
    for address, names in (("", ".plates .plate h2"), ("setup/", ".build-tabs .plate-name")):
        page.goto(battle.get_absolute_url() + address)
        look(page, f"five-{width}-{address.strip('/') or 'battle'}")
        assert page.locator(names).all_inner_texts() == NAMES
        assert page.locator(names).evaluate_all(CUT) == 0, names
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        status = page.locator(".status").bounding_box() if not address else {"width": width}
        assert status["width"] == width
