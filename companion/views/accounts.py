"""Signing up, in and out, where the server has accounts: django-allauth's views at our addresses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account import views as allauth
from django.conf import settings
from django.contrib.auth import authenticate, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from companion.accounts import Accounts, are_on, may_sign_up
from companion.devices import own_secret
from companion.forms.accounts import LeaveForm
from companion.services import accounts
from companion.services.refusals import Refusal
from companion.views.loading import NotAllowed, small_number

View = Callable[..., HttpResponse]

CLOSED = "Nobody can sign up here: the person who runs this server makes the accounts."
INVITED = (
    "Accounts are for people who were invited here: join the campaign of somebody with an account, by a link or a "
    "code, then sign up on the same device."
)
NOT_STAFF = "The admin is for those who run this server. To sign in as one of them, sign out first."


LOOKED_AT = ("GET", "HEAD")


def _here(view: View, *methods: str, mail: bool = False) -> View:
    """A page that is there only where the server has accounts, and for some, where it sends mail."""
    page = require_http_methods(methods)(never_cache(view))

    @wraps(view)
    def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not are_on() or (mail and not settings.EMAIL_HOST):
            raise Http404("This server has no accounts.")
        return page(request, *args, **kwargs)

    return gated


class _Answers:
    """A form that is wrong is answered as everywhere else in the app."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show what is wrong."""
        context = self.get_context_data(form=form)  # type: ignore[attr-defined]
        answer: HttpResponse = self.render_to_response(context, status=422)  # type: ignore[attr-defined]
        return answer


class _SignIn(_Answers, allauth.LoginView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "may_sign_up": may_sign_up(self.request)}


class _SignUp(_Answers, allauth.SignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except IntegrityError:
            # Somebody has taken the name in the same moment.
            form.add_error("username", Accounts.error_messages["username_taken"])
            return self.form_invalid(form)
        return answer

    def closed(self) -> HttpResponse:
        raise NotAllowed(INVITED if settings.ACCOUNTS == "invited" else CLOSED)


class _Password(_Answers, allauth.PasswordChangeView):
    pass


class _Forgotten(_Answers, allauth.PasswordResetView):
    pass


class _NewPassword(_Answers, allauth.PasswordResetFromKeyView):
    pass


sign_in = _here(_SignIn.as_view(), *LOOKED_AT, "POST")
sign_up = _here(_SignUp.as_view(), *LOOKED_AT, "POST")
password = _here(_Password.as_view(), *LOOKED_AT, "POST")
forgotten = _here(_Forgotten.as_view(), *LOOKED_AT, "POST", mail=True)
sent = _here(allauth.PasswordResetDoneView.as_view(), *LOOKED_AT, mail=True)
new_password = _here(_NewPassword.as_view(), *LOOKED_AT, "POST", mail=True)
done = _here(allauth.PasswordResetFromKeyDoneView.as_view(), *LOOKED_AT, mail=True)


def _own(*methods: str) -> Callable[[View], View]:
    """A page for whoever is signed in; others sign in first."""
    return lambda view: _here(login_required(view), *methods)


@_own(*LOOKED_AT)
def account(request: HttpRequest) -> HttpResponse:
    """Who is signed in, as whom this account plays, and whom else this device is known as."""
    return _page(request)


@_own("POST")
def members(request: HttpRequest) -> HttpResponse:
    """Have somebody whom this device is known as belong to the account, or somebody not any more."""
    claimed, let_go = (small_number(request.POST.get(name, "")) for name in ("member", "let_go"))
    try:
        if claimed > 0:
            accounts.claim(account=_user(request), member=claimed, secret=own_secret(request))
        else:
            accounts.let_go(account=_user(request), member=let_go)
    except Refusal as refusal:
        return _page(request, str(refusal))
    return redirect("account")


@_own("POST")
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out: this device is nobody's then."""
    logout(request)
    return redirect("home")


@sensitive_post_parameters("password")
@_own(*LOOKED_AT, "POST")
def delete(request: HttpRequest) -> HttpResponse:
    """Say what becomes of everything when the account is deleted, and delete it once the password is right."""
    form, user = LeaveForm(request.POST if request.method == "POST" else None), _user(request)
    if request.method == "POST" and form.is_valid():
        if authenticate(request, username=user.get_username(), password=form.cleaned_data["password"]) == user:
            accounts.delete(user)
            request.session.flush()
            return redirect("home")
        form.add_error("password", "That is not your password. Nothing was changed.")
    return render(request, "account/delete.html", {"form": form}, status=422 if form.errors else 200)


def through_the_same_page(view: View, name: str) -> View:
    """A page of the admin that signs in or changes a password, which players have too where there are accounts."""

    def same(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not are_on():
            return view(request, *args, **kwargs)
        if request.user.is_authenticated and not request.user.is_staff:
            raise NotAllowed(NOT_STAFF)
        following = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse(name)}?{urlencode({'next': following})}")

    return same


def _page(request: HttpRequest, notice: str = "") -> HttpResponse:
    context = {
        "members": _user(request)
        .members.filter(campaign__deleted=None)
        .select_related("campaign")
        .order_by("campaign__name"),
        "claimable": accounts.claimable(_user(request), own_secret(request)),
        "notice": notice,
    }
    return render(request, "account/account.html", context, status=422 if notice else 200)


def _user(request: HttpRequest) -> User:
    """Whoever is signed in, on a page for them."""
    user = request.user
    assert user.is_authenticated
    return user
