"""The calls of the current API that a backend makes. A test compares them with the contract."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from .errors import ThumbturnError
from .options import Settings, encode_segment
from .wire import (
    AaguidBlacklist,
    AaguidMetadata,
    Discovery,
    ExternalAuthToken,
    GrantToken,
    Group,
    GroupMembers,
    Groups,
    MfaTokens,
    PasskeyInfo,
    Profile,
    SessionState,
    SharedDevice,
    Transaction,
    UserGroups,
    UserLookup,
)

Result_co = TypeVar("Result_co", covariant=True)
Strings = Mapping[str, str | None]


@dataclass(frozen=True)
class Call(Generic[Result_co]):
    """A call, and the type of its response."""

    name: str
    """Its operationId."""
    method: str
    path: str
    needs_key: bool = True


grant_create = Call[GrantToken]("grantCreate", "POST", "/mgmt/grant")
external_auth_grant = Call[ExternalAuthToken]("externalAuthGrant", "POST", "/mgmt/grant/external-auth")
token_verify = Call[None]("tokenVerify", "POST", "/mgmt/token/verify")
session_verify = Call[SessionState]("sessionVerify", "POST", "/mgmt/session/verify")
discover = Call[Discovery]("discover", "POST", "/mgmt/discover")
user_find = Call[UserLookup]("userFind", "GET", "/mgmt/users/find")
user_delete = Call[None]("userDelete", "DELETE", "/mgmt/users/{userId}")
user_sign_out = Call[None]("userSignOut", "POST", "/mgmt/users/{userId}/sign-out")
user_devices_delete = Call[None]("userDevicesDelete", "DELETE", "/mgmt/users/{userId}/devices")
user_passkeys_delete = Call[None]("userPasskeysDelete", "DELETE", "/mgmt/users/{userId}/passkeys")
device_show = Call[SharedDevice]("deviceShow", "GET", "/mgmt/devices/{deviceId}")
device_delete = Call[None]("deviceDelete", "DELETE", "/mgmt/devices/{deviceId}")
passkey_show = Call[PasskeyInfo]("anyPasskeyShow", "GET", "/mgmt/passkeys/{passkeyId}")
passkey_rename = Call[None]("anyPasskeyRename", "PUT", "/mgmt/passkeys/{passkeyId}/rename")
passkey_delete = Call[None]("anyPasskeyDelete", "DELETE", "/mgmt/passkeys/{passkeyId}")
transaction_find = Call[Transaction]("transactionFind", "GET", "/mgmt/transactions/{txId}")
aaguid_find = Call[AaguidMetadata]("aaguidFind", "GET", "/mgmt/aaguids/{aaguid}")
blacklist_read = Call[AaguidBlacklist]("blacklistRead", "GET", "/mgmt/aaguids/blacklist")
blacklist_merge = Call[None]("blacklistMerge", "POST", "/mgmt/aaguids/blacklist")
blacklist_remove = Call[None]("blacklistRemove", "DELETE", "/mgmt/aaguids/blacklist")
blacklist_clear = Call[None]("blacklistClear", "DELETE", "/mgmt/aaguids/blacklist/clear")
groups_list = Call[Groups]("groupsList", "GET", "/mgmt/groups")
group_create = Call[Group]("groupCreate", "POST", "/mgmt/groups")
group_replace = Call[Group]("groupReplace", "PUT", "/mgmt/groups/{groupId}")
group_delete = Call[None]("groupDelete", "DELETE", "/mgmt/groups/{groupId}")
group_members_list = Call[GroupMembers]("groupMembersList", "GET", "/mgmt/groups/{groupId}/members")
group_members_add = Call[None]("groupMembersAdd", "POST", "/mgmt/groups/{groupId}/members")
group_member_remove = Call[None]("groupMemberRemove", "DELETE", "/mgmt/groups/{groupId}/members/{userId}")
user_groups_list = Call[UserGroups]("userGroupsList", "GET", "/mgmt/users/{userId}/groups")
user_groups_set = Call[UserGroups]("userGroupsSet", "PUT", "/mgmt/users/{userId}/groups")
user_profile_show = Call[Profile]("userProfileShow", "GET", "/mgmt/users/{userId}/profile")
user_profile_replace = Call[Profile]("userProfileReplace", "PUT", "/mgmt/users/{userId}/profile")
user_claims_replace = Call[Profile]("userClaimsReplace", "PUT", "/mgmt/users/{userId}/claims")
profile_email_set = Call[None]("profileEmailSet", "POST", "/profile/{id}/email")
profile_email_delete = Call[None]("profileEmailDelete", "DELETE", "/profile/{id}/email")
profile_phone_set = Call[None]("profilePhoneSet", "POST", "/profile/{id}/phone")
profile_phone_delete = Call[None]("profilePhoneDelete", "DELETE", "/profile/{id}/phone")
profile_email_verify = Call[None]("profileEmailVerify", "POST", "/profile/email/verify", needs_key=False)
profile_phone_verify = Call[None]("profilePhoneVerify", "POST", "/profile/phone/verify", needs_key=False)
mfa_refresh = Call[MfaTokens]("mfaRefresh", "POST", "/mfa/refresh", needs_key=False)


def build_url(settings: Settings, call: Call[object], params: Strings, query: Strings) -> str:
    """The address of a call."""
    try:
        return f"{settings.application}/fido2/v2{_fill_path(call.path, params)}{to_query_string(query)}"
    except UnicodeEncodeError as error:
        message = f"An argument of {call.name} contains half of a surrogate pair"
        raise ThumbturnError("invalid_request", message) from error


def choose_key(settings: Settings, call: Call[object]) -> str | None:
    """Raises ThumbturnError `missing_api_key` if the call requires a key that the client doesn't have."""
    if not call.needs_key:
        return None
    if settings.api_key is None:
        raise ThumbturnError("missing_api_key", f"{call.name} requires an API key: pass api_key to the client")
    return settings.api_key


def to_query_string(query: Strings) -> str:
    """The query string of a call, without missing values."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _fill_path(path: str, params: Strings) -> str:
    def fill(found: re.Match[str]) -> str:
        name, value = found[1], params.get(found[1])
        # Empty segments and dots would change the path.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ThumbturnError("invalid_request", f'{name} must be an ID, not "{value}"')
        return encode_segment(value)

    return re.sub(r"\{(\w+)\}", fill, path)
