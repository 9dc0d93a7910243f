package io.github.thumbturn.app

import java.time.Instant
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

/** The kind of a username. */
@Serializable
public enum class UsernameType {
    @SerialName("email")
    EMAIL,

    @SerialName("phoneNumber")
    PHONE_NUMBER,

    @SerialName("other")
    OTHER,
}

/** Kinds of authenticators that the system can suggest first (WebAuthn Level 3 §5.8.7). */
public enum class PasskeyHint(internal val text: String) {
    SECURITY_KEY("security-key"),
    CLIENT_DEVICE("client-device"),
    HYBRID("hybrid"),
}

/** What a sign-in led to. */
public sealed interface SignInResult

/** A signed-in user. Send [token] to your backend for verification. */
public class SignedIn internal constructor(
    public val token: String,
    public val userId: String,
    public val passkeyId: String?,
    public val deviceId: String?,
) : SignInResult {
    /** Without the token, so that a log doesn't contain it. */
    override fun toString(): String = "SignedIn(userId=$userId, passkeyId=$passkeyId, deviceId=$deviceId)"
}

/** No passkey can be used, and the user is not signed in: offer one of these. Don't cache the lists, which can change. */
public data class SignInFallback(
    public val action: Action,
    /** Kinds of one-time codes: `otp`, `otp:sms`, `otp:email`. */
    public val crossAuthMethods: List<String>,
    /** Your own ways to sign in: `ciam`. */
    public val fallbackMethods: List<String>,
) : SignInResult {
    /** Where the passkey is. */
    public enum class Action {
        /** The passkey is on another device. */
        CROSS_AUTH,

        /** There is no passkey. */
        FALLBACK,
    }
}

/** Options of a passkey's creation. */
public class CreatePasskeyOptions(
    /**
     * Token with reg:write that your backend was granted. By default, the stored token is sent if it belongs to this
     * username.
     */
    public val token: String? = null,
    /** Name shown in account pickers. */
    public val displayName: String? = null,
    /** Name of the passkey in lists; by default, the service chooses one. */
    public val passkeyName: String? = null,
    public val usernameType: UsernameType = UsernameType.OTHER,
    /** Asks for a security key instead of this device. */
    public val securityKey: Boolean = false,
    /** The kinds of authenticators that the system suggests first. */
    public val hints: List<PasskeyHint> = emptyList(),
)

/** Options of a sign-in. */
public class SignInOptions(
    public val usernameType: UsernameType = UsernameType.OTHER,
    /** The kinds of authenticators that the system suggests first. */
    public val hints: List<PasskeyHint> = emptyList(),
)

/** A confirmed transaction. Send [token] to your backend for verification. */
public class ConfirmedTransaction internal constructor(
    public val txId: String,
    public val token: String,
    /** base64url of SHA-256 over the concatenation of payload, nonce, and lNonce. */
    public val txHash: String,
    public val nonce: String,
    /** The service's nonce. */
    public val lNonce: String,
    /** The passkey that signed, base64url. */
    public val credentialId: String,
)

/** A code to enter on another device. */
public class OneTimeCode internal constructor(public val code: String, public val expiresAt: Instant)

/** How a code is sent. */
public enum class OtpMethod(internal val text: String) {
    EMAIL("email"),
    SMS("sms"),
}

/** The code that a user entered, for [username]. Spaces and hyphens in [code] are ignored. */
public class EnteredCode(
    public val username: String,
    public val code: String,
    public val usernameType: UsernameType = UsernameType.OTHER,
)

/** The signed-in user, from the stored token. */
public data class SessionInfo(
    /** User ID (`sub`). */
    public val id: String,
    public val username: String,
    public val rpId: String?,
    /** The passkey used to sign in. */
    public val passkeyId: String?,
    public val scopes: List<String>,
    public val expiresAt: Instant?,
)

/** The names that account pickers show. */
public class UserDetails(
    public val displayName: String,
    /** By default, the username of the token. */
    public val name: String? = null,
)

/** A description of a device; screen size in density-independent pixels, `webauthnCapabilities` as JSON text. */
@Serializable
public data class DeviceInfo(
    public val clientName: String? = null,
    public val clientType: String? = null,
    public val clientVersion: String? = null,
    public val deviceId: String? = null,
    public val osArch: String? = null,
    public val osName: String? = null,
    public val osVersion: String? = null,
    public val screenHeight: Double? = null,
    public val screenWidth: Double? = null,
)

/** A passkey of the signed-in user; times in RFC 3339, [credentialId] in base64url without padding. */
@Serializable
public data class Passkey(
    public val id: String,
    public val credentialId: String,
    public val name: String,
    public val aaguid: String,
    public val createdAt: String,
    /** The device where it was last used, in words: `Chrome on Linux`. */
    public val device: String? = null,
    public val credentialSynced: Boolean = false,
    /** The user handle that its authenticator returns, if the passkey was imported: base64url. */
    public val userHandle: String? = null,
    public val providerName: String? = null,
    public val lastUsedAt: String? = null,
    public val lastUsedFromDevice: DeviceInfo? = null,
    public val lastUsedFrom: DeviceInfo? = null,
    public val createdFrom: DeviceInfo? = null,
    /** The results of the extensions of its registration. */
    public val extensions: PasskeyExtensionResults? = null,
)

/** [client] is what the system reported, unsigned; [authenticator] is as trustworthy as the attestation. */
@Serializable
public data class PasskeyExtensionResults(
    public val client: ClientResults? = null,
    public val authenticator: AuthenticatorResults? = null,
) {
    /** What the system reported. */
    @Serializable
    public data class ClientResults(
        /** It works without a username. */
        public val discoverable: Boolean? = null,
        public val prf: Boolean? = null,
        public val largeBlob: Boolean? = null,
    )

    /** What is in the authenticator data. */
    @Serializable
    public data class AuthenticatorResults(
        public val credProtect: String? = null,
        public val minPinLength: Int? = null,
        public val hmacSecret: Boolean? = null,
    )
}
