"""The admin: staff see and mend everything that is stored."""

from django.contrib import admin

from companion.admin import accounts as accounts
from companion.admin import battles as battles
from companion.admin import campaigns as campaigns
from companion.admin import log as log
from companion.admin import people as people
from companion.admin import results as results
from companion.admin import rosters as rosters
from companion.admin import seats as seats
from companion.admin import server as server

admin.site.site_header = admin.site.site_title = "Tabletop Companion"
admin.site.index_title = "Everything that is stored"
