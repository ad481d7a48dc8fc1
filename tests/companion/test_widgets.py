"""Widgets that are drawn without Django's templates are drawn as they draw them."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe

from companion.widgets import Drawn

NASTY = "<b>\"a\" & 'c'</b>\u202e🎲"
CHOICES = [("", "---"), (1, NASTY), (NASTY, "two"), ("A group & more", [("x", "X"), (True, mark_safe("<i>Y</i>"))])]
WIDGETS = [
    forms.TextInput({"class": NASTY, "required": True, "disabled": False, NASTY: 1}),
    *(kind() for kind in (forms.NumberInput, forms.EmailInput, forms.URLInput, forms.HiddenInput, forms.CheckboxInput)),
    *(
        kind()
        for kind in (forms.DateInput, forms.DateTimeInput, forms.TimeInput, forms.Textarea, forms.ClearableFileInput)
    ),
    forms.PasswordInput(render_value=True),
    *(kind(choices=CHOICES) for kind in (forms.Select, forms.SelectMultiple, forms.RadioSelect)),
    forms.NullBooleanSelect(),
    forms.SplitDateTimeWidget(),
]


def lines(html):
    """What stands on each line of some HTML; empty ones show nothing between two tags."""
    return [line.strip() for line in html.splitlines() if line.strip()]


@pytest.mark.parametrize("value", [None, "", 0, 1, True, NASTY, mark_safe("<i>"), "x"])
@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: type(widget).__name__)
def test_a_widget_is_drawn_as_django_draws_it(widget, value):
    if isinstance(widget, forms.SplitDateTimeWidget):
        value = [value, value]
    django, ours = (
        widget.render(NASTY, value, {"id": "x", "data-a": True}, renderer) for renderer in (DjangoTemplates(), Drawn())
    )
    assert lines(ours) == lines(django)
    assert hasattr(ours, "__html__")


def test_the_pages_draw_with_it():
    assert isinstance(get_default_renderer(), Drawn)
