"""The addresses of the pages."""

from django.contrib import admin
from django.urls import path

from companion.views import battle, campaigns, device, log, rulings, setup

urlpatterns = [
    path("", campaigns.home, name="home"),
    path("c/<str:key>/", campaigns.campaign, name="campaign"),
    path("b/<str:key>/", battle.battle, name="battle"),
    path("b/<str:key>/declare/", battle.declare, name="declare"),
    path("b/<str:key>/d/<int:declaration>/dice/", battle.dice, name="dice"),
    path("b/<str:key>/d/<int:declaration>/choice/", battle.choice, name="choice"),
    path("b/<str:key>/d/<int:declaration>/back/", battle.back, name="back"),
    path("b/<str:key>/d/<int:declaration>/off/", battle.off, name="off"),
    path("b/<str:key>/d/<int:declaration>/apply/", battle.apply, name="apply"),
    path("b/<str:key>/d/<int:declaration>/record.json", log.record, name="record"),
    path("b/<str:key>/undo/", battle.undo, name="undo"),
    path("b/<str:key>/log/", log.log, name="log"),
    path("b/<str:key>/log/<int:number>/", log.event, name="event"),
    path("b/<str:key>/setup/", setup.setup, name="setup"),
    path("b/<str:key>/setup/<int:piece>/remove/", setup.remove, name="setup-remove"),
    path("b/<str:key>/setup/<slug:part>/", setup.add, name="setup-add"),
    path("help/<slug:game>/", rulings.help_page, name="help"),
    path("who/", device.who, name="who"),
    path("theme/", device.theme, name="theme"),
    path("admin/", admin.site.urls),
]
