"""The addresses of the pages."""

from django.contrib import admin
from django.urls import include, path

from companion.setups.usual import setup_of
from companion.views import battle, campaigns, device, log, rulings, setup
from rules.games import GAMES

urlpatterns = [
    path("", campaigns.home, name="home"),
    path("c/<slug:key>/", campaigns.campaign, name="campaign"),
    path("b/<slug:key>/", battle.battle, name="battle"),
    path("b/<slug:key>/declare/", battle.declare, name="declare"),
    path("b/<slug:key>/d/<int:declaration>/dice/", battle.dice, name="dice"),
    path("b/<slug:key>/d/<int:declaration>/choice/", battle.choice, name="choice"),
    path("b/<slug:key>/d/<int:declaration>/add/", battle.add, name="add"),
    path("b/<slug:key>/d/<int:declaration>/back/", battle.back, name="back"),
    path("b/<slug:key>/d/<int:declaration>/off/", battle.off, name="off"),
    path("b/<slug:key>/d/<int:declaration>/apply/", battle.apply, name="apply"),
    path("b/<slug:key>/d/<int:declaration>/record.json", log.record, name="record"),
    path("b/<slug:key>/undo/", battle.undo, name="undo"),
    path("b/<slug:key>/log/", log.log, name="log"),
    path("b/<slug:key>/log/<int:number>/", log.event, name="event"),
    path("b/<slug:key>/setup/", setup.setup, name="setup"),
    path("b/<slug:key>/setup/<int:piece>/remove/", setup.remove, name="setup-remove"),
    path("b/<slug:key>/setup/<slug:part>/", setup.add, name="setup-add"),
    *(path("b/<slug:key>/setup/", include(list(own.pages))) for game in GAMES if (own := setup_of(game)).pages),
    path("help/<slug:game>/", rulings.help_page, name="help"),
    path("who/", device.who, name="who"),
    path("theme/", device.theme, name="theme"),
    path("admin/", admin.site.urls),
]

handler400 = "companion.views.refused.bad_request"
