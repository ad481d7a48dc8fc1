"""Loading ship data: a data set replaces the older one of its ruleset, whole or not at all."""

from __future__ import annotations

from django.db import transaction

from companion.games.x_wing.data_rows import loaded_data, rows_of
from companion.models import DataSet
from rules.x_wing.ship_rows import ShipData


def store_data(*, ruleset: str, version: str, files: int, data: ShipData) -> bool:
    """Store ship data in one transaction; whether anything was written, since the same data is never written twice.

    Battles keep what their ships had when they were built.
    """
    with transaction.atomic():
        named = {"version": version, "files": files}
        DataSet.objects.get_or_create(ruleset=ruleset, defaults=named)
        data_set = DataSet.objects.select_for_update().get(ruleset=ruleset)
        if (data_set.version, data_set.files) == (version, files) and loaded_data(data_set) == data:
            return False
        for model, rows in rows_of(data_set, data).items():
            model._default_manager.filter(data_set=data_set).delete()
            model._default_manager.bulk_create(rows)
        data_set.version, data_set.files = version, files
        data_set.save()
        return True
