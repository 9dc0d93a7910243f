# A program with one page for its only user. Reads its client from the environment.
import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlencode, urlsplit

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

origin = os.environ["ORIGIN"]
metadata = requests.get(os.environ["ISSUER"] + "/.well-known/openid-configuration").json()
keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"]).json())
session = OAuth2Session(
    os.environ["CLIENT_ID"],
    os.environ["CLIENT_SECRET"],
    scope="openid profile offline_access",
    redirect_uri=origin + "/callback",
    code_challenge_method="S256",
    token_endpoint=metadata["token_endpoint"],
    token_endpoint_auth_method="client_secret_basic",
)
sign_in = {}


def start():
    sign_in.update(nonce=os.urandom(16).hex(), verifier=os.urandom(32).hex())
    address, state = session.create_authorization_url(
        metadata["authorization_endpoint"], nonce=sign_in["nonce"], code_verifier=sign_in["verifier"]
    )
    sign_in["state"] = state
    return address


def complete(address):
    session.fetch_token(
        metadata["token_endpoint"],
        authorization_response=address,
        state=sign_in["state"],
        code_verifier=sign_in["verifier"],
    )
    verify(sign_in["nonce"])


def verify(nonce):
    options = {
        "iss": {"essential": True, "value": metadata["issuer"]},
        "aud": {"essential": True, "value": os.environ["CLIENT_ID"]},
    }
    parameters = {"nonce": nonce, "access_token": session.token["access_token"]}
    claims = jwt.decode(session.token["id_token"], keys, CodeIDToken, options, parameters)
    claims.validate()


def refresh():
    session.refresh_token(metadata["token_endpoint"])
    # A refreshed ID token has no nonce.
    verify(None)


def sign_out():
    parameters = {"id_token_hint": session.token["id_token"], "post_logout_redirect_uri": origin + "/"}
    session.token = None
    return metadata["end_session_endpoint"] + "?" + urlencode(parameters)


class Pages(BaseHTTPRequestHandler):
    def do_GET(self):
        path = urlsplit(self.path).path
        if path == "/ready":
            return self.respond(200, {})
        if path == "/callback":
            complete(origin + self.path)
            return self.redirect("/")
        if path == "/refresh":
            refresh()
            return self.redirect("/")
        if path == "/sign-out":
            return self.redirect(sign_out())
        if not session.token:
            return self.redirect(start())
        self.respond(200, session.get(metadata["userinfo_endpoint"]).json())

    def redirect(self, address):
        self.send_response(302)
        self.send_header("Location", address)
        self.end_headers()

    def respond(self, status, body):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Pages).serve_forever()
