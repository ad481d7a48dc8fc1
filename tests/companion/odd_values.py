"""Every field that staff can edit, as the admin's own pages show it, and odd values for each."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import NON_FIELD_ERRORS, FieldDoesNotExist
from django.db import models
from django.utils.datastructures import MultiValueDict

from companion.models import Side
from companion.sheets import key_of

LONG = "x" * 10_000
HALF = "\ud800"
"""Half a character, which no text has and no browser sends."""

ODD = ["", "9" * 5000, "a\0b", f"a{HALF}b", LONG]
TEXT = ["\\ud800<i>{{1}}</i>\u202e'\"%(a)s\u2066🎲", "🎲" * 40, "x" * 500]
NUMBERS = ["-1", "0", "99", "32767", "32768", "9223372036854775807", "9" * 30, "1.5"]
KEYS = ["", "0", "-1", "x", "9" * 30, "9223372036854775808", "a\0b", HALF]
DATES = ["", "0001-01-01", "9999-12-31", "10000-01-01", "-1", "x\0", HALF]
JSON = [
    *("null", "-1.5", "1e400", "NaN", "[NaN]", '""', '"text"', "true", "{}", '{"a": 1}', "[", "[[]]", "[null]"),
    *("[1, true]", "[{}]", '["\\ud800"]', '["\\udc00\\ud800"]', '["a\\u0000b"]', '"\\ud800"', '[["a"]]', "[5]"),
    *('["<b>{{1}}", "\\u202e"]', f'["{LONG}"]', "[" * 50_000, f"[{'1,' * 9_000}1]", '["a", "a"]', '[""]', "[]"),
    "[" + '"a",' * 5000 + '"a"]',
]


@dataclass(frozen=True)
class Place:
    """One field on a page of the admin: its form, its name there, and the name that it is posted under."""

    form: forms.ModelForm
    name: str
    posted: str

    @property
    def field(self) -> forms.Field:
        return self.form.fields[self.name]

    def data(self, value: str) -> dict[str, str]:
        """How a browser sends a value."""
        if isinstance(self.field.widget, forms.MultiWidget):
            return {f"{self.posted}_0": value, f"{self.posted}_1": "12:00:00"}
        return {self.posted: value}

    def odd(self) -> list[str]:
        """Odd values for a field of its kind; all there are for a kind that nobody has thought of."""
        match self.field:
            case forms.JSONField():
                return [*ODD, *TEXT, *JSON]
            case forms.ModelChoiceField(queryset=offered):
                others = offered.model._default_manager.exclude(pk__in=offered.values("pk"))
                rows = [*offered.values_list("pk", flat=True)[:3], *others.values_list("pk", flat=True)[:2]]
                return [*KEYS, *map(str, rows)]
            case forms.ChoiceField(choices=choices):
                return [*ODD, "null", "0", *(str(value) for value, _ in choices)]
            case forms.BooleanField():
                return ["", "on", "a\0b", HALF]
            case forms.DateField() | forms.DateTimeField() | forms.SplitDateTimeField():
                return DATES
            case forms.IntegerField():
                return [*ODD, *NUMBERS]
            case forms.CharField():
                return [*ODD, *TEXT]
        return [*ODD, *TEXT, *NUMBERS, *KEYS, *DATES, *JSON]

    def cleaned(self, value: str) -> Any:
        """What the form makes of a value; ``ValidationError`` with its sentence where it refuses it."""
        given = MultiValueDict({name: [text.replace(HALF, "\ufffd" * 3)] for name, text in self.data(value).items()})
        clean = self.field.clean(self.field.widget.value_from_datadict(given, {}, self.posted))
        try:
            stored = self.form._meta.model._meta.get_field(self.name)
        except FieldDoesNotExist:
            return clean
        if not stored.is_relation and not (stored.blank and clean in self.field.empty_values):
            stored.clean(clean, self.form.instance)
        return clean


def is_tried_here(place, page, pages):
    """Whether this page is the one where values of a field are stored: the row's own page, or else the first."""
    model = place.form._meta.model
    if place.form is page.context["adminform"].form:
        return True
    own = admin.site._registry.get(model)
    if own and place.name in own.get_form(page.wsgi_request, place.form.instance, change=True).base_fields:
        return False
    shown = page.context["adminform"].form._meta.model
    same_game = (one for one in pages if one.__module__ == shown.__module__)
    showing = (
        one for one in same_game if any(_has(inline, model, place) for inline in admin.site._registry[one].inlines)
    )
    return next(showing) is shown


def _has(inline, model, place):
    return inline.model is model and place.name in (inline.fields or [place.name])


def formsets_of(page):
    """The rows of each inline of a shown admin page that staff can edit."""
    inlines = page.context["inline_admin_formsets"]
    return [inline.formset for inline in inlines if inline.has_change_permission and inline.formset.forms]


def places_of(page):
    """The fields of a shown admin page that staff can edit: its own, and those of the first row of each inline."""
    first = (page.context["adminform"].form, *(formset.forms[0] for formset in formsets_of(page)))
    return [place for form in first for place in _places(form, form.prefix)]


def places_further_down(page):
    """The fields of the further rows of each inline."""
    further = (form for formset in formsets_of(page) for form in formset.forms[1:])
    return [place for form in further for place in _places(form, form.prefix)]


def places_of_new_rows(page):
    """The fields of a row that is added to each inline, and what is posted for one that is like the first."""
    for inline in page.context["inline_admin_formsets"]:
        formset = inline.formset
        if inline.has_add_permission and formset.forms:
            new = f"{formset.prefix}-{formset.total_form_count()}"
            like_the_first = {
                f"{formset.prefix}-TOTAL_FORMS": str(formset.total_form_count() + 1),
                **{f"{new}-{name}": _as_text(formset.forms[0], name) for name in formset.forms[0].fields},
                f"{new}-{formset.model._meta.pk.name}": "",
                f"{new}-DELETE": "",
            }
            yield from ((place, like_the_first) for place in _places(formset.empty_form, new))


def _as_text(form, name):
    shown = form[name].value()
    return "" if shown is None or shown is False else "on" if shown is True else str(shown)


def _places(form, prefix):
    return [
        Place(form, name, f"{prefix}-{name}" if prefix else name)
        for name, field in form.fields.items()
        if not isinstance(field.widget, forms.HiddenInput) and not field.disabled and name != "DELETE"
    ]


def is_full(page):
    """Whether every inline of a shown admin page has a row that is stored."""
    inlines = page.context["inline_admin_formsets"]
    return all(inline.formset.initial_form_count() for inline in inlines if inline.has_change_permission)


def shown_value(page, place):
    """What a shown admin page has in a field."""
    forms_shown = (
        page.context["adminform"].form,
        *(form for inline in page.context["inline_admin_formsets"] for form in inline.formset.forms),
    )
    (form,) = (
        form
        for form in forms_shown
        if (type(form.instance), form.instance.pk) == (type(place.form.instance), place.form.instance.pk)
    )
    return plain(form[place.name].initial)


def plain(value):
    """A value as it can be compared: rows by their ids."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, models.QuerySet | list):
        return sorted(map(str, map(plain, value)))
    return value


def leave_the_fullest(pieces, kept_too):
    """Of some pieces of a kind, keep the one with the most rows of its own on each side, and those with some keys."""
    sides = [
        field.attname
        for field in pieces.model._meta.fields
        if field.is_relation and issubclass(field.related_model, Side)
    ]
    owned = [
        name
        for related in pieces.model._meta.related_objects
        if related.one_to_many and (name := related.get_accessor_name())
    ]
    kept = {}
    for row in pieces.order_by("pk"):
        side = tuple(getattr(row, name) for name in sides)
        kept[side] = max(kept.get(side, (-1, 0)), (sum(getattr(row, name).count() for name in owned), row.pk))
    tapped = [row.pk for row in pieces if key_of(row) in kept_too]
    pieces.exclude(pk__in=[*tapped, *(pk for _, pk in kept.values())]).delete()


def errors_of(page):
    """The sentences of an admin page that was refused, by the name of the field; those of a whole form by nothing."""
    found = {}
    if page.context is None or "adminform" not in page.context:
        return found
    for inline in page.context["inline_admin_formsets"]:
        if inline.formset.non_form_errors():
            found[inline.formset.prefix] = [str(said) for said in inline.formset.non_form_errors()]
    every = (form for formset in formsets_of(page) for form in formset.forms)
    for form in (page.context["adminform"].form, *every):
        for name, sentences in form.errors.items():
            found["" if name == NON_FIELD_ERRORS else form.add_prefix(name)] = [str(said) for said in sentences]
    return found
