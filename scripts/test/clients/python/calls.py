import importlib
import json
import pkgutil
from pathlib import Path

import admin
import current
import gen1
import proxy
from admin.api.applications import application_create
from admin.models import ApplicationCreateBody
from current.api.mgmt import grant_create
from current.models import GrantCreateBody, GrantCreateBodyGrantsItem
from gen1.api.credentials import credentials_list
from gen1.models import CredentialsListBody
from proxy.api.tx import tx_init
from proxy.models import TxInitBody

# Every module is read once, so that names that don't exist are found.
for package in (admin, current, gen1, proxy):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

given = json.loads(Path("given.json").read_text())
username, language, client = given["username"], given["language"], given["client"]


def client_of(package, name):
    api = given[name]
    return package.AuthenticatedClient(
        base_url=api["url"], token=api["credential"], prefix="", raise_on_unexpected_status=True
    )


def expect(what, response, is_right):
    if not is_right(response.parsed):
        raise SystemExit(f"{what}: {response.status_code} {response.content}")


granted = grant_create.sync_detailed(
    client=client_of(current, "current"),
    body=GrantCreateBody(username=username, grants=[GrantCreateBodyGrantsItem.REGWRITE]),
)
expect("current", granted, lambda parsed: parsed.token)

started = tx_init.sync_detailed(
    client=client_of(proxy, "proxy"),
    body=TxInitBody(username=username, tx_type="raw", tx_payload="Pay 25.00 EUR", nonce=language),
)
expect("proxy", started, lambda parsed: parsed.session)

listed = credentials_list.sync_detailed(
    client=client_of(gen1, "gen1"),
    body=CredentialsListBody(client_id=client, username=username, user_id=None),
)
expect("gen1", listed, lambda parsed: parsed.credentials[0].type_ == "fido2")

created = application_create.sync_detailed(
    client=client_of(admin, "admin"),
    body=ApplicationCreateBody(id=f"made-by-{language}", rp_id="localhost", origins=["http://localhost"]),
)
expect("admin", created, lambda parsed: parsed.id == f"made-by-{language}")
