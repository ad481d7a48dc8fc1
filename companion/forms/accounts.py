"""The forms of accounts: those of django-allauth in the app's own words and layout."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.validators import MaxLengthValidator

from companion.forms.layout import helper
from companion.models.member import LONGEST_NAME
from companion.who import why_not_called

LONGEST_ADDRESS: int = User._meta.get_field("email").max_length or 0

LABELS = {
    "login": "Name",
    "username": "Name",
    "email": "Mail address, if you like",
    "password": "Password",
    "password1": "New password",
    "password2": "New password again",
    "oldpassword": "Your current password",
}

DEMANDS = f"At least {MinimumLengthValidator().min_length} characters, unlike your name, and none that many people use."
"""What the validators of passwords refuse, in one sentence."""

NAMES = ("login", "username")


class Worded:
    """A form of django-allauth with our words; it posts to the page that it stands on."""

    button = ""
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS[name]
            field.help_text = ""
            field.widget.attrs.pop("placeholder", None)
            if name in NAMES:
                field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        if "password1" in self.fields:
            self.fields["password1"].help_text = DEMANDS
        self.helper = helper("", self.button, is_main=True)


class SignInForm(Worded, LoginForm):
    """A name and a password."""

    button = "Sign in"

    def clean_login(self) -> str:
        """The name as its account has it: no two differ only in capitals, and phones begin names with one."""
        typed: str = super().clean_login()
        found = list(User.objects.filter(username__iexact=typed)[:2])
        return found[0].username if len(found) == 1 else typed


class SignUpForm(Worded, SignupForm):
    """A name and a password for an account; a mail address only where mail can be sent."""

    button = "Sign up"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label, self.fields["password2"].label = "Password", "Password again"
        self.fields["username"].help_text = "Letters and digits, without spaces. You sign in by it."
        if not settings.EMAIL_HOST:
            del self.fields["email"]
            return
        self.fields["email"].help_text = "Only for when you forget your password."
        self.fields["email"].validators.append(MaxLengthValidator(LONGEST_ADDRESS))

    def clean_username(self) -> str:
        """Refuse what others would take for somebody who runs this server, and signs that nobody sees."""
        name: str = super().clean_username()
        if len(name) > LONGEST_NAME:
            raise forms.ValidationError(f"A name has {LONGEST_NAME} letters at most.")
        if reason := why_not_called(name):
            raise forms.ValidationError(reason)
        return name


class PasswordForm(Worded, ChangePasswordForm):
    """Another password."""

    button = "Change the password"

    def clean_oldpassword(self) -> str:
        """Refuse a wrong one, which counts as at the sign-in: whoever found this device open guesses no faster."""
        given: str = self.cleaned_data["oldpassword"]
        if authenticate(context.request, username=self.user.get_username(), password=given) != self.user:
            raise forms.ValidationError("That is not your password.")
        return given


class ForgottenForm(Worded, ResetPasswordForm):
    """The mail address to which a link for a new password goes."""

    button = "Send me a mail"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "Mail address"


class NewPasswordForm(Worded, ResetPasswordKeyForm):
    """The password in place of one that was forgotten."""

    button = "Use this password"


class LeaveForm(forms.Form):
    """The password once more, before an account is deleted."""

    password = forms.CharField(
        label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}), strip=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper("", "Delete the account")
