package io.github.thumbturn.app

private val keys = mapOf(
    "ERROR_PASSKEY_ABORTED" to "canceled",
    "ERROR_PASSKEY_EXISTS" to "exists",
    "ERROR_SIGN_IN_REQUIRED" to "taken",
    "ERROR_NO_PASSKEY" to "otherWay",
    "ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED" to "device",
    "ERROR_USER_VERIFICATION_UNSUPPORTED" to "device",
    "ERROR_ALGORITHMS_UNSUPPORTED" to "device",
    "ERROR_AUTHENTICATOR_UNKNOWN_ERROR" to "device",
    "ERROR_DOMAIN_MISMATCH" to "otherWay",
    "ERROR_CLOCK_WRONG" to "clock",
    "ERROR_REGISTRATION_REJECTED" to "rejected",
    "unreachable" to "network",
    "unauthorized" to "ended",
    "forbidden" to "rejected",
    "invalid_code" to "wrongCode",
    "authenticator_not_accepted" to "device",
    "authenticator_not_certified" to "device",
    "user_verification_missing" to "device",
)

/** The text for the user; a general one for errors that only a developer can fix. */
internal fun findUserText(error: ThumbturnException, language: String): String {
    val rejection = error as? ApiException
    val key = if (rejection?.status == 429) "tooMany" else keys[rejection?.reason] ?: keys[error.code] ?: "failed"
    return (userTexts[language] ?: userTexts.getValue("en")).getValue(key)
}
