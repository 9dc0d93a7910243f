# Written by tools/generate.py from _async/management.py; change that file instead.
"""Calls that manage users and what they have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from .. import calls
from ..calls import to_query_string
from ..errors import ThumbturnError
from ..http import ServiceRequest
from ..options import encode_segment
from ..wire import (
    AaguidBlacklistItem,
    AaguidMetadata,
    ApplicationEvent,
    EmailChange,
    EmailDeletion,
    EventFilter,
    Group,
    GroupMember,
    GroupRequest,
    HeldGroup,
    PasskeyInfo,
    PhoneChange,
    PhoneDeletion,
    Profile,
    ProfileRequest,
    SharedDevice,
    Transaction,
    UserLookup,
)
from .connection import Connection

# `find` returns None if there is no match. Every other method raises ThumbturnError `not_found`.

UsernameType = Literal["email", "phone", "other"]


class Users:
    """Users of the application."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, username: str) -> UserLookup | None:
        """By username or verified contact, with passkeys and devices. Scope `user:read`."""
        return self._connection.find(calls.user_find, query={"username": username})

    def delete(self, user_id: str) -> None:
        """Deletes the user with all their data, at once. Scope `user:write`."""
        self._connection.call(calls.user_delete, params={"userId": user_id})

    def sign_out(self, user_id: str) -> None:
        """
        Signs the user out everywhere: all tokens and sessions stop working at once. Passkeys stay. Scope `user:write`.
        """
        self._connection.call(calls.user_sign_out, params={"userId": user_id})

    def delete_passkeys(self, user_id: str) -> None:
        """Deletes every passkey of the user, and signs the user out. Scope `passkey:write`."""
        self._connection.call(calls.user_passkeys_delete, params={"userId": user_id})

    def delete_devices(self, user_id: str) -> None:
        """Deletes every device of the user. Passkeys and tokens stay. Scope `user:write`."""
        self._connection.call(calls.user_devices_delete, params={"userId": user_id})

    def find_profile(self, user_id: str) -> Profile | None:
        """Profile and custom claims. Scope `user:read`."""
        return self._connection.find(calls.user_profile_show, params={"userId": user_id})

    def set_profile(self, user_id: str, profile: ProfileRequest) -> Profile:
        """Replaces all fields of the profile, but not the custom claims. Scope `user:write`."""
        return self._connection.call(calls.user_profile_replace, params={"userId": user_id}, body=profile)

    def set_claims(self, user_id: str, claims: Mapping[str, Any]) -> Profile:
        """Replaces all custom claims. Scope `user:write`."""
        body = {"claims": dict(claims)}
        return self._connection.call(calls.user_claims_replace, params={"userId": user_id}, body=body)

    def list_groups(self, user_id: str) -> list[HeldGroup]:
        """Sorted by name. Scope `group:read`."""
        return (self._connection.call(calls.user_groups_list, params={"userId": user_id}))["groups"]

    def set_groups(self, user_id: str, groups: Sequence[str]) -> list[HeldGroup]:
        """Puts the user into the groups with these names, and takes them out of all others. Scope `group:write`."""
        body = {"groups": list(groups)}
        return (self._connection.call(calls.user_groups_set, params={"userId": user_id}, body=body))["groups"]


class Contacts:
    """Contacts of users. Scope `profile:write`; verifications require none."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def set_email(self, user_id: str, change: EmailChange) -> None:
        """The address is used once it is verified, or at once with `requestVerification: False`."""
        self._connection.call(calls.profile_email_set, params={"id": user_id}, body=change)

    def delete_email(self, user_id: str, deletion: EmailDeletion | None = None) -> None:
        """The given address; without one, the primary address (with `secondary: True`, the secondary one)."""
        self._connection.call(calls.profile_email_delete, params={"id": user_id}, body=deletion or {})

    def set_phone(self, user_id: str, change: PhoneChange) -> None:
        """Verification requires `messagingConsent: True`."""
        self._connection.call(calls.profile_phone_set, params={"id": user_id}, body=change)

    def delete_phone(self, user_id: str, deletion: PhoneDeletion | None = None) -> None:
        """The given number; without one, the primary number (with `secondary: True`, the secondary one)."""
        self._connection.call(calls.profile_phone_delete, params={"id": user_id}, body=deletion or {})

    def verify_email(self, username: str, *, code: str, username_type: UsernameType = "other") -> None:
        """Verifies a new address by the code that was sent to it."""
        body = {"username": username, "authCode": code, "usernameType": username_type}
        self._connection.call(calls.profile_email_verify, body=body)

    def verify_phone(self, username: str, *, code: str, username_type: UsernameType = "other") -> None:
        """Verifies a new number by the code that was sent to it."""
        body = {"username": username, "authCode": code, "usernameType": username_type}
        self._connection.call(calls.profile_phone_verify, body=body)


class Passkeys:
    """Passkeys of any user."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, passkey_id: str) -> PasskeyInfo | None:
        """Scope `passkey:read`."""
        return self._connection.find(calls.passkey_show, params={"passkeyId": passkey_id})

    def rename(self, passkey_id: str, *, name: str) -> None:
        """Scope `passkey:write`."""
        params, body = {"passkeyId": passkey_id}, {"passkeyName": name}
        self._connection.call(calls.passkey_rename, params=params, body=body)

    def delete(self, passkey_id: str) -> None:
        """Deletes the passkey and ends its tokens. Scope `passkey:write`."""
        self._connection.call(calls.passkey_delete, params={"passkeyId": passkey_id})


class Devices:
    """Devices, which several users may share."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, device_id: str) -> SharedDevice | None:
        """Scope `user:read`."""
        return self._connection.find(calls.device_show, params={"deviceId": device_id})

    def delete(self, device_id: str) -> None:
        """Deletes the device for all its users. Passkeys stay. Scope `user:write`."""
        self._connection.call(calls.device_delete, params={"deviceId": device_id})


class Groups:
    """Groups of users."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self) -> Iterator[Group]:
        """Sorted by name; pages are fetched as you iterate. Scope `group:read`."""
        after: str | None = None
        while True:
            page = self._connection.call(calls.groups_list, query={"after": after})
            for group in page["groups"]:
                yield group
            after = page.get("next")
            if after is None:
                return

    def create(self, group: GroupRequest) -> Group:
        """Scope `group:write`."""
        return self._connection.call(calls.group_create, body=group)

    def replace(self, group_id: str, group: GroupRequest) -> Group:
        """Replaces name, description, and claims; members stay. Scope `group:write`."""
        return self._connection.call(calls.group_replace, params={"groupId": group_id}, body=group)

    def delete(self, group_id: str) -> None:
        """Its members stay users. Scope `group:write`."""
        self._connection.call(calls.group_delete, params={"groupId": group_id})

    def list_members(self, group_id: str) -> Iterator[GroupMember]:
        """Pages are fetched as you iterate. Scope `group:read`."""
        after: str | None = None
        while True:
            params, query = {"groupId": group_id}, {"after": after}
            page = self._connection.call(calls.group_members_list, params=params, query=query)
            for member in page["members"]:
                yield member
            after = page.get("next")
            if after is None:
                return

    def add_members(self, group_id: str, user_ids: Sequence[str]) -> None:
        """At most 100 at once, all or none. Users who are members stay members. Scope `group:write`."""
        params, body = {"groupId": group_id}, {"userIds": [*user_ids]}
        self._connection.call(calls.group_members_add, params=params, body=body)

    def remove_member(self, group_id: str, user_id: str) -> None:
        """Does nothing if the user is no member. Scope `group:write`."""
        self._connection.call(calls.group_member_remove, params={"groupId": group_id, "userId": user_id})


class Transactions:
    """Signed transactions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, tx_id: str) -> Transaction | None:
        """Scope `user:read`."""
        return self._connection.find(calls.transaction_find, params={"txId": tx_id})


class Authenticators:
    """Authenticator models, by AAGUID."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, aaguid: str) -> AaguidMetadata | None:
        """Name and icons, if known. Any API key."""
        return self._connection.find(calls.aaguid_find, params={"aaguid": aaguid})

    def list_blocked(self) -> list[AaguidBlacklistItem]:
        """The models that the application blocks. Scope `passkey:read`."""
        return (self._connection.call(calls.blacklist_read))["items"]

    def block(self, items: Sequence[AaguidBlacklistItem]) -> None:
        """At most 100 at once. Replaces existing entries of the same models. Scope `passkey:write`."""
        self._connection.call(calls.blacklist_merge, body={"items": list(items)})

    def unblock(self, aaguids: Sequence[str]) -> None:
        """At most 100 at once. Scope `passkey:write`."""
        self._connection.call(calls.blacklist_remove, body={"aaguids": list(aaguids)})

    def unblock_all(self) -> None:
        """Scope `passkey:write`."""
        self._connection.call(calls.blacklist_clear)


class Events:
    """Events of the application."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, where: EventFilter | None = None) -> Iterator[ApplicationEvent]:
        """Newest first; pages are fetched as you iterate. Requires the admin_key."""
        before: str | None = None
        while True:
            response = self._connection.send(self._build_request({**(where or {}), "before": before}))
            for event in response.body["events"]:
                yield event
            before = response.body.get("next")
            if before is None:
                return

    def _build_request(self, query: Mapping[str, Any]) -> ServiceRequest:
        """Events are read with a key of the installation, over the administration API."""
        settings = self._connection.settings
        if settings.admin_key is None:
            message = "Events are read with a key of the installation: pass admin_key to the client"
            raise ThumbturnError("missing_api_key", message)
        path = f"/admin/v1/applications/{encode_segment(settings.app_id)}/events"
        url = f"{settings.installation}{path}{to_query_string(query)}"
        return ServiceRequest("GET", url, key=settings.admin_key)
