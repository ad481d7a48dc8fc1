"""The admin: staff see and mend everything that is stored."""

from companion.admin import campaigns as campaigns
from companion.admin import frames as frames
from companion.admin import gloom as gloom
from companion.admin import log as log
from companion.admin import operators as operators
from companion.admin import ship_data as ship_data
from companion.admin import ships as ships
from companion.admin import troops as troops
