package io.github.thumbturn.server;

/**
 * Every call of the current API that takes an API key, and three that take none, by operationId. profileDelete is the same as
 * userDelete.
 */
enum Route {
    grantCreate("POST", "/mgmt/grant"),
    externalAuthGrant("POST", "/mgmt/grant/external-auth"),
    tokenVerify("POST", "/mgmt/token/verify"),
    sessionVerify("POST", "/mgmt/session/verify"),
    discover("POST", "/mgmt/discover"),
    userFind("GET", "/mgmt/users/find"),
    userDelete("DELETE", "/mgmt/users/{userId}"),
    userSignOut("POST", "/mgmt/users/{userId}/sign-out"),
    userDevicesDelete("DELETE", "/mgmt/users/{userId}/devices"),
    userPasskeysDelete("DELETE", "/mgmt/users/{userId}/passkeys"),
    deviceShow("GET", "/mgmt/devices/{deviceId}"),
    deviceDelete("DELETE", "/mgmt/devices/{deviceId}"),
    anyPasskeyShow("GET", "/mgmt/passkeys/{passkeyId}"),
    anyPasskeyRename("PUT", "/mgmt/passkeys/{passkeyId}/rename"),
    anyPasskeyDelete("DELETE", "/mgmt/passkeys/{passkeyId}"),
    transactionFind("GET", "/mgmt/transactions/{txId}"),
    aaguidFind("GET", "/mgmt/aaguids/{aaguid}"),
    blacklistRead("GET", "/mgmt/aaguids/blacklist"),
    blacklistMerge("POST", "/mgmt/aaguids/blacklist"),
    blacklistRemove("DELETE", "/mgmt/aaguids/blacklist"),
    blacklistClear("DELETE", "/mgmt/aaguids/blacklist/clear"),
    groupsList("GET", "/mgmt/groups"),
    groupCreate("POST", "/mgmt/groups"),
    groupReplace("PUT", "/mgmt/groups/{groupId}"),
    groupDelete("DELETE", "/mgmt/groups/{groupId}"),
    groupMembersList("GET", "/mgmt/groups/{groupId}/members"),
    groupMembersAdd("POST", "/mgmt/groups/{groupId}/members"),
    groupMemberRemove("DELETE", "/mgmt/groups/{groupId}/members/{userId}"),
    userGroupsList("GET", "/mgmt/users/{userId}/groups"),
    userGroupsSet("PUT", "/mgmt/users/{userId}/groups"),
    userProfileShow("GET", "/mgmt/users/{userId}/profile"),
    userProfileReplace("PUT", "/mgmt/users/{userId}/profile"),
    userClaimsReplace("PUT", "/mgmt/users/{userId}/claims"),
    profileEmailSet("POST", "/profile/{id}/email"),
    profileEmailDelete("DELETE", "/profile/{id}/email"),
    profilePhoneSet("POST", "/profile/{id}/phone"),
    profilePhoneDelete("DELETE", "/profile/{id}/phone"),
    profileEmailVerify("POST", "/profile/email/verify"),
    profilePhoneVerify("POST", "/profile/phone/verify"),
    mfaRefresh("POST", "/mfa/refresh");

    final String method;
    final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    boolean takesKey() {
        return this != mfaRefresh && this != profileEmailVerify && this != profilePhoneVerify;
    }
}
