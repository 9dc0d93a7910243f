package io.github.thumbturn.app.testing

import io.github.thumbturn.app.CeremonyKind
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PasskeyProblem.ALGORITHMS
import io.github.thumbturn.app.PasskeyProblem.ASSOCIATION
import io.github.thumbturn.app.PasskeyProblem.CANCELED
import io.github.thumbturn.app.PasskeyProblem.EXISTS
import io.github.thumbturn.app.PasskeyProblem.FAILED
import io.github.thumbturn.app.PasskeyProblem.INTERRUPTED
import io.github.thumbturn.app.PasskeyProblem.NO_MANAGER
import io.github.thumbturn.app.PasskeyProblem.NO_PASSKEY
import io.github.thumbturn.app.PasskeyProblem.NO_PROVIDER
import io.github.thumbturn.app.PasskeyProblem.OPTIONS
import io.github.thumbturn.app.PasskeyProblem.OTHER
import io.github.thumbturn.app.PasskeyProblem.SCREEN_LOCK
import io.github.thumbturn.app.PasskeyProblem.UNSUPPORTED

/** An error of Credential Manager that Android documents, and what the SDK makes of it. */
class DocumentedError(val kind: CeremonyKind, val type: String, val problem: PasskeyProblem)

/** Exceptions of `android.credentials`. */
val frameworkErrors: List<DocumentedError> = listOf(
    DocumentedError(CeremonyKind.CREATION, "android.credentials.CreateCredentialException.TYPE_USER_CANCELED", CANCELED),
    DocumentedError(CeremonyKind.CREATION, "android.credentials.CreateCredentialException.TYPE_INTERRUPTED", INTERRUPTED),
    DocumentedError(CeremonyKind.CREATION, "android.credentials.CreateCredentialException.TYPE_NO_CREATE_OPTIONS", NO_MANAGER),
    DocumentedError(CeremonyKind.CREATION, "android.credentials.CreateCredentialException.TYPE_UNKNOWN", FAILED),
    DocumentedError(CeremonyKind.ASSERTION, "android.credentials.GetCredentialException.TYPE_USER_CANCELED", CANCELED),
    DocumentedError(CeremonyKind.ASSERTION, "android.credentials.GetCredentialException.TYPE_INTERRUPTED", INTERRUPTED),
    DocumentedError(CeremonyKind.ASSERTION, "android.credentials.GetCredentialException.TYPE_NO_CREDENTIAL", NO_PASSKEY),
    DocumentedError(CeremonyKind.ASSERTION, "android.credentials.GetCredentialException.TYPE_UNKNOWN", FAILED),
)

/** Exceptions that only `androidx.credentials` has. */
val libraryErrors: List<DocumentedError> = listOf("CREATE" to CeremonyKind.CREATION, "GET" to CeremonyKind.ASSERTION)
    .flatMap { (name, kind) ->
        listOf(
            DocumentedError(kind, "androidx.credentials.TYPE_${name}_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION", NO_PROVIDER),
            DocumentedError(kind, "androidx.credentials.TYPE_${name}_CREDENTIAL_UNSUPPORTED_EXCEPTION", UNSUPPORTED),
            DocumentedError(kind, "com.example.TYPE_OF_A_PASSWORD_MANAGER", OTHER),
        )
    }

/** DOM errors: what they mean for an assertion, and for a creation. */
private val domProblems = mapOf(
    "ABORT" to (CANCELED to CANCELED),
    "CONSTRAINT" to (SCREEN_LOCK to SCREEN_LOCK),
    "DATA_CLONE" to (OPTIONS to OPTIONS),
    "DATA" to (OPTIONS to OPTIONS),
    "ENCODING" to (OPTIONS to OPTIONS),
    "HIERARCHY_REQUEST" to (OTHER to OTHER),
    "IN_USE_ATTRIBUTE" to (OTHER to OTHER),
    "INVALID_CHARACTER" to (OPTIONS to OPTIONS),
    "INVALID_MODIFICATION" to (OTHER to OTHER),
    "INVALID_NODE_TYPE" to (OTHER to OTHER),
    "INVALID_STATE" to (OTHER to EXISTS),
    "NAMESPACE" to (OTHER to OTHER),
    "NETWORK" to (FAILED to FAILED),
    "NO_MODIFICATION_ALLOWED" to (OTHER to OTHER),
    "NOT_ALLOWED" to (CANCELED to CANCELED),
    "NOT_FOUND" to (OTHER to OTHER),
    "NOT_READABLE" to (FAILED to FAILED),
    "NOT_SUPPORTED" to (UNSUPPORTED to ALGORITHMS),
    "OPERATION" to (FAILED to FAILED),
    "OPT_OUT" to (OTHER to OTHER),
    "QUOTA_EXCEEDED" to (OTHER to OTHER),
    "READ_ONLY" to (OTHER to OTHER),
    "SECURITY" to (ASSOCIATION to ASSOCIATION),
    "SYNTAX" to (OPTIONS to OPTIONS),
    "TIMEOUT" to (CANCELED to CANCELED),
    "TRANSACTION_INACTIVE" to (OTHER to OTHER),
    "UNKNOWN" to (FAILED to FAILED),
    "VERSION" to (OTHER to OTHER),
    "WRONG_DOCUMENT" to (OTHER to OTHER),
)

/** DOM errors as Credential Manager passes them on. */
val domErrors: List<DocumentedError> = domProblems.flatMap { (name, problems) ->
    val toType = { ceremony: String ->
        "androidx.credentials.TYPE_${ceremony}_PUBLIC_KEY_CREDENTIAL_DOM_EXCEPTION/androidx.credentials.TYPE_${name}_ERROR"
    }
    listOf(
        DocumentedError(CeremonyKind.ASSERTION, toType("GET"), problems.first),
        DocumentedError(CeremonyKind.CREATION, toType("CREATE"), problems.second),
    )
}

/** Texts that name the cause, whatever the type. */
val explainingMessages: Map<String, PasskeyProblem> = mapOf(
    "RP ID cannot be validated." to ASSOCIATION,
    "The incoming request cannot be validated" to ASSOCIATION,
    "Check Digital Asset Links configuration for rpId." to ASSOCIATION,
    "One of the excluded credentials exists on the local device" to EXISTS,
    "No credentials available" to NO_PASSKEY,
    "Set up a screen lock first" to SCREEN_LOCK,
    "No current activity" to PasskeyProblem.BACKGROUND,
)
