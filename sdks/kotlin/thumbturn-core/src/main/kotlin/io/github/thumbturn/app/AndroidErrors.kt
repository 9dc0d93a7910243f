package io.github.thumbturn.app

/** The ceremony that failed. */
public enum class CeremonyKind {
    CREATION,
    ASSERTION,
}

/**
 * Finds the problem of an exception of Credential Manager by its type and message. The types of the framework
 * (`android.credentials`) and of the library (`androidx.credentials`) are the same texts.
 */
public fun findAndroidProblem(kind: CeremonyKind, type: String, message: String?): PasskeyProblem =
    // A text that names the cause comes before a type that several causes share.
    findByMessage(message.orEmpty()) ?: findDomProblem(kind, type) ?: findByType(type)

private val messages = listOf(
    Regex("RP ID cannot be validated|incoming request cannot be validated|Digital Asset Links|assetlinks") to
        PasskeyProblem.ASSOCIATION,
    Regex("excludeCredentials? list|credentials? (?:already )?exists? on") to PasskeyProblem.EXISTS,
    Regex("no (?:viable )?credentials? (?:is |are )?available") to PasskeyProblem.NO_PASSKEY,
    Regex("screen lock") to PasskeyProblem.SCREEN_LOCK,
    Regex("already a pending") to PasskeyProblem.INTERRUPTED,
    Regex("no (?:active|current) activity") to PasskeyProblem.BACKGROUND,
).map { (pattern, problem) -> Regex(pattern.pattern, RegexOption.IGNORE_CASE) to problem }

private fun findByMessage(message: String): PasskeyProblem? =
    messages.find { (pattern) -> pattern.containsMatchIn(message) }?.second

private val types = mapOf(
    "TYPE_USER_CANCELED" to PasskeyProblem.CANCELED,
    "TYPE_INTERRUPTED" to PasskeyProblem.INTERRUPTED,
    "TYPE_NO_CREATE_OPTIONS" to PasskeyProblem.NO_MANAGER,
    "TYPE_NO_CREDENTIAL" to PasskeyProblem.NO_PASSKEY,
    "TYPE_CREATE_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION" to PasskeyProblem.NO_PROVIDER,
    "TYPE_GET_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION" to PasskeyProblem.NO_PROVIDER,
    "TYPE_CREATE_CREDENTIAL_UNSUPPORTED_EXCEPTION" to PasskeyProblem.UNSUPPORTED,
    "TYPE_GET_CREDENTIAL_UNSUPPORTED_EXCEPTION" to PasskeyProblem.UNSUPPORTED,
    "TYPE_UNKNOWN" to PasskeyProblem.FAILED,
)

private fun findByType(type: String): PasskeyProblem = types[type.substringAfterLast('.')] ?: PasskeyProblem.OTHER

/** DOM errors of both ceremonies (WebIDL), and what they mean in one of them. */
private val domErrors = mapOf(
    "ABORT" to PasskeyProblem.CANCELED,
    "CONSTRAINT" to PasskeyProblem.SCREEN_LOCK,
    "DATA_CLONE" to PasskeyProblem.OPTIONS,
    "DATA" to PasskeyProblem.OPTIONS,
    "ENCODING" to PasskeyProblem.OPTIONS,
    "INVALID_CHARACTER" to PasskeyProblem.OPTIONS,
    "NETWORK" to PasskeyProblem.FAILED,
    "NOT_ALLOWED" to PasskeyProblem.CANCELED,
    "NOT_READABLE" to PasskeyProblem.FAILED,
    "NOT_SUPPORTED" to PasskeyProblem.UNSUPPORTED,
    "OPERATION" to PasskeyProblem.FAILED,
    "SECURITY" to PasskeyProblem.ASSOCIATION,
    "SYNTAX" to PasskeyProblem.OPTIONS,
    "TIMEOUT" to PasskeyProblem.CANCELED,
    "UNKNOWN" to PasskeyProblem.FAILED,
)

private val creationDomErrors = mapOf(
    "INVALID_STATE" to PasskeyProblem.EXISTS,
    "NOT_SUPPORTED" to PasskeyProblem.ALGORITHMS,
)

private val domType = Regex("_DOM_EXCEPTION/androidx\\.credentials\\.TYPE_(\\w+)_ERROR$")

private fun findDomProblem(kind: CeremonyKind, type: String): PasskeyProblem? {
    val name = domType.find(type)?.groupValues?.get(1) ?: return null
    val known = if (kind == CeremonyKind.CREATION) creationDomErrors[name] else null
    return known ?: domErrors[name] ?: PasskeyProblem.OTHER
}
