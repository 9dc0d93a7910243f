package io.github.thumbturn.app

import java.util.Locale
import kotlinx.serialization.json.JsonElement

/** Every way a passkey ceremony can end without a passkey. The names are those of the other SDKs. */
public enum class PasskeyErrorCode {
    ERROR_PASSKEY_ABORTED,
    ERROR_PASSKEY_EXISTS,
    ERROR_DOMAIN_MISMATCH,
    ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED,
    ERROR_USER_VERIFICATION_UNSUPPORTED,
    ERROR_ALGORITHMS_UNSUPPORTED,
    ERROR_AUTHENTICATOR_UNKNOWN_ERROR,
    ERROR_CLOCK_WRONG,
    ERROR_SIGN_IN_REQUIRED,
    ERROR_REGISTRATION_REJECTED,
    ERROR_NO_PASSKEY,
    ERROR_GENERAL_ERROR,
}

/** Base of all exceptions of the SDK: [message] is for developers, [code] for programs, [userMessage] for users. */
public sealed class ThumbturnException(message: String, cause: Throwable?) : Exception(message, cause) {
    /** For programs: the name of a [PasskeyErrorCode], or the `msgCode` of the service. */
    public abstract val code: String

    /** The user's remedy, in the language of the device. Safe to show. */
    public val userMessage: String get() = describeForUser(Locale.getDefault())

    /** The user's remedy in the language of [locale]; English for languages that the SDK doesn't have. */
    public fun describeForUser(locale: Locale): String = findUserText(this, locale.language)
}

/** A ceremony that ended without a passkey; [cause] is the system's exception. */
public class PasskeyException(
    /** [code] as an enum. */
    public val errorCode: PasskeyErrorCode,
    message: String,
    cause: Throwable? = null,
) : ThumbturnException(message, cause) {
    override val code: String get() = errorCode.name
}

/**
 * The service rejected the call. Without a response ([status] 0), the code is `unreachable`; if something other than the service
 * responded, `not_a_service`.
 */
public class ApiException internal constructor(
    /** The HTTP status; 0 without a response. */
    public val status: Int,
    private val response: ErrorResponse,
    cause: Throwable? = null,
) : ThumbturnException(response.message, cause) {
    override val code: String get() = response.code

    /** The exact failure, if the service reports it: `invalid_code`, `unknown_application` … */
    public val reason: String? get() = response.reason

    /** The parsed response, if it was JSON. */
    public val body: JsonElement? get() = response.body
}

/** The parts of an error response. */
internal class ErrorResponse(
    val code: String,
    val message: String,
    val reason: String? = null,
    val body: JsonElement? = null,
)
