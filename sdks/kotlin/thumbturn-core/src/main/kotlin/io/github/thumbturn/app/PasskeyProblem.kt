package io.github.thumbturn.app

/** Why a dialog ended without a passkey: our code, and advice in which `{rpId}` is the RP ID of the application. */
public enum class PasskeyProblem(
    /** The code of the [PasskeyException]. */
    public val code: PasskeyErrorCode,
    internal val advice: String,
) {
    ASSOCIATION(
        PasskeyErrorCode.ERROR_DOMAIN_MISMATCH,
        "https://{rpId}/.well-known/assetlinks.json does not list this app with the fingerprint of its signing certificate: " +
            "add both to the setting androidApps, then check with thumbturn doctor",
    ),
    EXISTS(PasskeyErrorCode.ERROR_PASSKEY_EXISTS, "This device has a passkey of this user: offer to sign in"),
    NO_PASSKEY(
        PasskeyErrorCode.ERROR_NO_PASSKEY,
        "No passkey for {rpId} on this device: offer another way to sign in. If there should be one, check with thumbturn " +
            "doctor that the domain is associated with the app",
    ),
    CANCELED(PasskeyErrorCode.ERROR_PASSKEY_ABORTED, "Canceled or timed out: offer to try again"),
    INTERRUPTED(PasskeyErrorCode.ERROR_PASSKEY_ABORTED, "The system interrupted the dialog: offer to try again"),
    NO_MANAGER(
        PasskeyErrorCode.ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED,
        "No password manager on this device can create a passkey: have the user sign in to Google, or turn on a password " +
            "manager in the settings of the device",
    ),
    NO_PROVIDER(
        PasskeyErrorCode.ERROR_AUTHENTICATOR_UNKNOWN_ERROR,
        "Credential Manager has no provider: add androidx.credentials:credentials-play-services-auth to the app, and have " +
            "the user update Google Play services",
    ),
    UNSUPPORTED(
        PasskeyErrorCode.ERROR_DISCOVERABLE_CREDENTIALS_UNSUPPORTED,
        "This device cannot use passkeys, which require Android 9 with Google Play services: offer another way to sign in",
    ),
    ALGORITHMS(
        PasskeyErrorCode.ERROR_ALGORITHMS_UNSUPPORTED,
        "This device cannot use the algorithms: offer another",
    ),
    SCREEN_LOCK(
        PasskeyErrorCode.ERROR_USER_VERIFICATION_UNSUPPORTED,
        "This device has no screen lock, or no password manager to store passkeys: have the user set up both",
    ),
    FAILED(
        PasskeyErrorCode.ERROR_AUTHENTICATOR_UNKNOWN_ERROR,
        "The device or its password manager failed: offer to try again. If it always fails, check with thumbturn doctor " +
            "that {rpId} is associated with the app",
    ),
    OPTIONS(
        PasskeyErrorCode.ERROR_GENERAL_ERROR,
        "The system or its password manager rejected the options: see the cause",
    ),
    BACKGROUND(
        PasskeyErrorCode.ERROR_GENERAL_ERROR,
        "The app is not in the foreground, or the context is no activity: start the call from a visible activity",
    ),
    OTHER(PasskeyErrorCode.ERROR_GENERAL_ERROR, "Error of the system: see the cause"),
    ;

    internal fun explain(rpId: String, cause: Throwable?): PasskeyException =
        PasskeyException(code, advice.replace("{rpId}", rpId), cause)
}
