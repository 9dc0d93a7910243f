"""Calls that manage users and what they have."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
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
from .connection import AsyncConnection

# `find` returns None if there is no match. Every other method raises ThumbturnError `not_found`.

UsernameType = Literal["email", "phone", "other"]


class AsyncUsers:
    """Users of the application."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, username: str) -> UserLookup | None:
        """By username or verified contact, with passkeys and devices. Scope `user:read`."""
        return await self._connection.find(calls.user_find, query={"username": username})

    async def delete(self, user_id: str) -> None:
        """Deletes the user with all their data, at once. Scope `user:write`."""
        await self._connection.call(calls.user_delete, params={"userId": user_id})

    async def sign_out(self, user_id: str) -> None:
        """
        Signs the user out everywhere: all tokens and sessions stop working at once. Passkeys stay. Scope `user:write`.
        """
        await self._connection.call(calls.user_sign_out, params={"userId": user_id})

    async def delete_passkeys(self, user_id: str) -> None:
        """Deletes every passkey of the user, and signs the user out. Scope `passkey:write`."""
        await self._connection.call(calls.user_passkeys_delete, params={"userId": user_id})

    async def delete_devices(self, user_id: str) -> None:
        """Deletes every device of the user. Passkeys and tokens stay. Scope `user:write`."""
        await self._connection.call(calls.user_devices_delete, params={"userId": user_id})

    async def find_profile(self, user_id: str) -> Profile | None:
        """Profile and custom claims. Scope `user:read`."""
        return await self._connection.find(calls.user_profile_show, params={"userId": user_id})

    async def set_profile(self, user_id: str, profile: ProfileRequest) -> Profile:
        """Replaces all fields of the profile, but not the custom claims. Scope `user:write`."""
        return await self._connection.call(calls.user_profile_replace, params={"userId": user_id}, body=profile)

    async def set_claims(self, user_id: str, claims: Mapping[str, Any]) -> Profile:
        """Replaces all custom claims. Scope `user:write`."""
        body = {"claims": dict(claims)}
        return await self._connection.call(calls.user_claims_replace, params={"userId": user_id}, body=body)

    async def list_groups(self, user_id: str) -> list[HeldGroup]:
        """Sorted by name. Scope `group:read`."""
        return (await self._connection.call(calls.user_groups_list, params={"userId": user_id}))["groups"]

    async def set_groups(self, user_id: str, groups: Sequence[str]) -> list[HeldGroup]:
        """Puts the user into the groups with these names, and takes them out of all others. Scope `group:write`."""
        body = {"groups": list(groups)}
        return (await self._connection.call(calls.user_groups_set, params={"userId": user_id}, body=body))["groups"]


class AsyncContacts:
    """Contacts of users. Scope `profile:write`; verifications require none."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def set_email(self, user_id: str, change: EmailChange) -> None:
        """The address is used once it is verified, or at once with `requestVerification: False`."""
        await self._connection.call(calls.profile_email_set, params={"id": user_id}, body=change)

    async def delete_email(self, user_id: str, deletion: EmailDeletion | None = None) -> None:
        """The given address; without one, the primary address (with `secondary: True`, the secondary one)."""
        await self._connection.call(calls.profile_email_delete, params={"id": user_id}, body=deletion or {})

    async def set_phone(self, user_id: str, change: PhoneChange) -> None:
        """Verification requires `messagingConsent: True`."""
        await self._connection.call(calls.profile_phone_set, params={"id": user_id}, body=change)

    async def delete_phone(self, user_id: str, deletion: PhoneDeletion | None = None) -> None:
        """The given number; without one, the primary number (with `secondary: True`, the secondary one)."""
        await self._connection.call(calls.profile_phone_delete, params={"id": user_id}, body=deletion or {})

    async def verify_email(self, username: str, *, code: str, username_type: UsernameType = "other") -> None:
        """Verifies a new address by the code that was sent to it."""
        body = {"username": username, "authCode": code, "usernameType": username_type}
        await self._connection.call(calls.profile_email_verify, body=body)

    async def verify_phone(self, username: str, *, code: str, username_type: UsernameType = "other") -> None:
        """Verifies a new number by the code that was sent to it."""
        body = {"username": username, "authCode": code, "usernameType": username_type}
        await self._connection.call(calls.profile_phone_verify, body=body)


class AsyncPasskeys:
    """Passkeys of any user."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, passkey_id: str) -> PasskeyInfo | None:
        """Scope `passkey:read`."""
        return await self._connection.find(calls.passkey_show, params={"passkeyId": passkey_id})

    async def rename(self, passkey_id: str, *, name: str) -> None:
        """Scope `passkey:write`."""
        params, body = {"passkeyId": passkey_id}, {"passkeyName": name}
        await self._connection.call(calls.passkey_rename, params=params, body=body)

    async def delete(self, passkey_id: str) -> None:
        """Deletes the passkey and ends its tokens. Scope `passkey:write`."""
        await self._connection.call(calls.passkey_delete, params={"passkeyId": passkey_id})


class AsyncDevices:
    """Devices, which several users may share."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, device_id: str) -> SharedDevice | None:
        """Scope `user:read`."""
        return await self._connection.find(calls.device_show, params={"deviceId": device_id})

    async def delete(self, device_id: str) -> None:
        """Deletes the device for all its users. Passkeys stay. Scope `user:write`."""
        await self._connection.call(calls.device_delete, params={"deviceId": device_id})


class AsyncGroups:
    """Groups of users."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self) -> AsyncIterator[Group]:
        """Sorted by name; pages are fetched as you iterate. Scope `group:read`."""
        after: str | None = None
        while True:
            page = await self._connection.call(calls.groups_list, query={"after": after})
            for group in page["groups"]:
                yield group
            after = page.get("next")
            if after is None:
                return

    async def create(self, group: GroupRequest) -> Group:
        """Scope `group:write`."""
        return await self._connection.call(calls.group_create, body=group)

    async def replace(self, group_id: str, group: GroupRequest) -> Group:
        """Replaces name, description, and claims; members stay. Scope `group:write`."""
        return await self._connection.call(calls.group_replace, params={"groupId": group_id}, body=group)

    async def delete(self, group_id: str) -> None:
        """Its members stay users. Scope `group:write`."""
        await self._connection.call(calls.group_delete, params={"groupId": group_id})

    async def list_members(self, group_id: str) -> AsyncIterator[GroupMember]:
        """Pages are fetched as you iterate. Scope `group:read`."""
        after: str | None = None
        while True:
            params, query = {"groupId": group_id}, {"after": after}
            page = await self._connection.call(calls.group_members_list, params=params, query=query)
            for member in page["members"]:
                yield member
            after = page.get("next")
            if after is None:
                return

    async def add_members(self, group_id: str, user_ids: Sequence[str]) -> None:
        """At most 100 at once, all or none. Users who are members stay members. Scope `group:write`."""
        params, body = {"groupId": group_id}, {"userIds": [*user_ids]}
        await self._connection.call(calls.group_members_add, params=params, body=body)

    async def remove_member(self, group_id: str, user_id: str) -> None:
        """Does nothing if the user is no member. Scope `group:write`."""
        await self._connection.call(calls.group_member_remove, params={"groupId": group_id, "userId": user_id})


class AsyncTransactions:
    """Signed transactions."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, tx_id: str) -> Transaction | None:
        """Scope `user:read`."""
        return await self._connection.find(calls.transaction_find, params={"txId": tx_id})


class AsyncAuthenticators:
    """Authenticator models, by AAGUID."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def find(self, aaguid: str) -> AaguidMetadata | None:
        """Name and icons, if known. Any API key."""
        return await self._connection.find(calls.aaguid_find, params={"aaguid": aaguid})

    async def list_blocked(self) -> list[AaguidBlacklistItem]:
        """The models that the application blocks. Scope `passkey:read`."""
        return (await self._connection.call(calls.blacklist_read))["items"]

    async def block(self, items: Sequence[AaguidBlacklistItem]) -> None:
        """At most 100 at once. Replaces existing entries of the same models. Scope `passkey:write`."""
        await self._connection.call(calls.blacklist_merge, body={"items": list(items)})

    async def unblock(self, aaguids: Sequence[str]) -> None:
        """At most 100 at once. Scope `passkey:write`."""
        await self._connection.call(calls.blacklist_remove, body={"aaguids": list(aaguids)})

    async def unblock_all(self) -> None:
        """Scope `passkey:write`."""
        await self._connection.call(calls.blacklist_clear)


class AsyncEvents:
    """Events of the application."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, where: EventFilter | None = None) -> AsyncIterator[ApplicationEvent]:
        """Newest first; pages are fetched as you iterate. Requires the admin_key."""
        before: str | None = None
        while True:
            response = await self._connection.send(self._build_request({**(where or {}), "before": before}))
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
