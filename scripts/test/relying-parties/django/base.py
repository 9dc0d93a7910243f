# A program with one page for users, to which the settings of examples/openid are added.
import json
import os

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import path

SECRET_KEY = "of the test"
DEBUG = True
ALLOWED_HOSTS = ["localhost"]
ROOT_URLCONF = __name__
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "mozilla_django_oidc.middleware.SessionRefresh",
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE"]}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# The program asks the provider again after a second, without a page.
OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS = 1
OIDC_OP_LOGOUT_URL_METHOD = "program.create_sign_out_address"
OIDC_STORE_ID_TOKEN = True
ALLOW_LOGOUT_GET_METHOD = True


def create_sign_out_address(request):
    from urllib.parse import urlencode

    parameters = {
        "id_token_hint": request.session["oidc_id_token"],
        "post_logout_redirect_uri": os.environ["ORIGIN"] + "/",
    }
    return os.environ["ISSUER"] + "/openid/end-session?" + urlencode(parameters)


def show_user(request):
    return HttpResponse(json.dumps({"email": request.user.email}))


urlpatterns = [path("", lambda request: login_required(show_user)(request))]
