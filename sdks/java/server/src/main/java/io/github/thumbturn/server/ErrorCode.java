package io.github.thumbturn.server;

import java.util.Locale;

/** The failure, for programs; the exception's message says what to do. */
public enum ErrorCode {
    /** An option or argument has no valid value. */
    INVALID_OPTIONS,
    /** The call requires an API key. */
    MISSING_API_KEY,

    /** The service did not respond, because there is no connection to it. */
    UNREACHABLE,
    /** The service did not respond in time. */
    TIMEOUT,
    /** The response is larger than any of the service. */
    RESPONSE_TOO_LARGE,
    /** The response does not come from Thumbturn. */
    WRONG_BASE_URL,
    /** The service has no such application. */
    UNKNOWN_APPLICATION,

    /** The API key is not valid. */
    INVALID_API_KEY,
    /** The API key lacks the scope of the call. */
    MISSING_SCOPE,
    /** The service does not accept the arguments of the call. */
    INVALID_REQUEST,
    /** The code of the user is wrong or has expired. */
    INVALID_CODE,
    /** There is no such entity. */
    NOT_FOUND,
    /** A setting of the application does not allow the call. */
    NOT_ENABLED,
    /** There were too many calls. */
    RATE_LIMITED,
    /** The service failed, or is down. */
    SERVER_ERROR,

    /** There is no token. */
    TOKEN_MISSING,
    /** This is not a token of Thumbturn. */
    TOKEN_MALFORMED,
    /** The token is signed with another algorithm. */
    TOKEN_WRONG_ALGORITHM,
    /** The application does not have the key of the token. */
    TOKEN_UNKNOWN_KEY,
    /** The token was changed or forged. */
    TOKEN_BAD_SIGNATURE,
    /** Another service issued the token. */
    TOKEN_WRONG_ISSUER,
    /** The token is for another application. */
    TOKEN_WRONG_AUDIENCE,
    /** The token is of another type. */
    TOKEN_WRONG_TYPE,
    /** The token has expired. */
    TOKEN_EXPIRED,
    /** The sign-in was too long ago. */
    TOKEN_TOO_OLD,
    /** The token lacks a required scope. */
    TOKEN_MISSING_SCOPE,
    /** The user signed in without a passkey. */
    TOKEN_WITHOUT_PASSKEY,
    /** The token is bound to a key, and was sent without a DPoP proof. */
    TOKEN_WITHOUT_PROOF,
    /** The DPoP proof isn't for this request or this token, or was used before. */
    TOKEN_WRONG_PROOF,
    /** The service rejected the token. */
    TOKEN_REJECTED,
    /** The clock of this machine is wrong, not the token. */
    CLOCK_OFF,

    /** No passkey confirmed anything. */
    TRANSACTION_MISSING,
    /** Another transaction was confirmed. */
    TRANSACTION_WRONG_NONCE,
    /** Another text was confirmed. */
    TRANSACTION_WRONG_PAYLOAD,
    /** Another user confirmed it. */
    TRANSACTION_WRONG_USER,

    /** The request is no webhook of Thumbturn. */
    WEBHOOK_MISSING_HEADER,
    /** The webhook was signed too long ago. */
    WEBHOOK_TOO_OLD,
    /** No secret signed the webhook. */
    WEBHOOK_BAD_SIGNATURE,
    /** The webhook is of an unknown type. */
    WEBHOOK_MALFORMED;

    private final String value = name().toLowerCase(Locale.ROOT);

    /**
     * The code as in the documentation and in the other SDKs, such as {@code token_expired}.
     *
     * @return the code in lower case
     */
    public String value() {
        return value;
    }
}
