"""What belongs to campaigns, and says so where its campaign is deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.models import Campaign

DELETED = "(deleted)"


def page_of(campaign: Campaign) -> SafeString:
    """The way to a campaign's page in the admin."""
    page = reverse("admin:companion_campaign_change", args=[campaign.pk])
    return format_html('<a href="{}">{}</a>{}', page, campaign, f" {DELETED}" if campaign.deleted else "")


class OfACampaign:
    """Rows that tell the name of their campaign."""

    @admin.display(description="campaign", ordering="campaign")
    def in_campaign(self, row: Any) -> SafeString:
        """The way to its campaign."""
        return page_of(row.campaign)
