package io.github.thumbturn.app

/**
 * The system's dialog for passkeys. Options and credentials are the JSON of WebAuthn Level 3 §5.1, with bytes in base64url.
 * A failure is a [PromptException]; anything else that is thrown becomes [PasskeyProblem.OTHER].
 */
public interface PasskeyPrompt {
    /** What the dialog can do. */
    public val abilities: PromptAbilities get() = PromptAbilities()

    /** Creates a passkey: returns RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON. */
    public suspend fun create(options: String, request: CreationRequest): String

    /** Signs a challenge: returns AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON. */
    public suspend fun get(options: String, request: AssertionRequest): String

    /** Keeps the system's list of passkeys in step with the service; called only if [PromptAbilities.signals] is true. */
    public suspend fun signal(signal: PasskeySignal, details: String) {}
}

/** What a dialog can do beyond creating passkeys and signing in. */
public class PromptAbilities(
    /** [AssertionRequest.immediate] is followed. */
    public val immediate: Boolean = false,
    /** [CreationRequest.conditional] is followed. */
    public val conditionalCreate: Boolean = false,
    /** [PasskeyPrompt.signal] reaches the system. */
    public val signals: Boolean = false,
)

/** How to ask for a new passkey. */
public class CreationRequest(
    /** Without a dialog, right after another kind of sign-in. */
    public val conditional: Boolean,
)

/** How to ask for a signature. */
public class AssertionRequest(
    /** Only with a passkey of this device; fails at once if there is none. */
    public val immediate: Boolean,
)

/** The signals of WebAuthn Level 3 §5.1.10. */
public enum class PasskeySignal {
    ALL_ACCEPTED_CREDENTIALS,
    UNKNOWN_CREDENTIAL,
    CURRENT_USER_DETAILS,
}

/** The dialog ended without a credential. The SDK turns it into a [PasskeyException], which names the RP ID. */
public class PromptException(
    /** Why, and what to do. */
    public val problem: PasskeyProblem,
    cause: Throwable? = null,
) : Exception(problem.name, cause)
