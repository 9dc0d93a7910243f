package io.github.thumbturn.app

import java.net.URLEncoder
import java.time.Instant

/**
 * Passkeys of one application: sign-up, sign-in, transaction confirmation, one-time codes, and passkey management. Create one for
 * the process. Its functions can be called from any thread; canceling their coroutine closes the dialog.
 *
 * Functions throw a [PasskeyException] if a dialog ends without a passkey, and an [ApiException] if the service rejects the call or is
 * unreachable.
 */
public class Thumbturn(options: ThumbturnOptions) {
    internal val client = Client(options)

    /**
     * Creates a passkey: the first of a new user, or another one for the user of the stored or granted token.
     * @throws PasskeyException `ERROR_SIGN_IN_REQUIRED` if the username is taken
     */
    public suspend fun createPasskey(
        username: String,
        options: CreatePasskeyOptions = CreatePasskeyOptions(),
    ): SignedIn = client.register(Registration(username, options, conditional = false))

    /**
     * Lets the system create a passkey without a dialog, right after another kind of sign-in; null if it doesn't, or if the prompt
     * can't.
     */
    public suspend fun upgradeToPasskey(
        username: String,
        options: CreatePasskeyOptions = CreatePasskeyOptions(),
    ): SignedIn? {
        if (!client.options.prompt.abilities.conditionalCreate) return null
        return try {
            client.register(Registration(username, options, conditional = true))
        } catch (_: PasskeyException) {
            null
        }
    }

    /** Signs a user in. Without a username, the user chooses among the passkeys of the domain. */
    public suspend fun authenticateWithPasskey(
        username: String = "",
        options: SignInOptions = SignInOptions(),
    ): SignInResult {
        val started = client.startSignIn(User(username, options.usernameType))
        findFallback(started)?.let { return it }
        val wanted = started.assertionOptions.withHints(options.hints)
        return client.completeSignIn(started.session, client.createAssertion(Ceremony(started.session, wanted)))
    }

    /**
     * Signs a user in if a passkey is on this device. Null if there is none, the user closed the dialog, or the prompt can't: show
     * your other ways to sign in.
     */
    public suspend fun signInImmediately(): SignedIn? {
        if (!client.options.prompt.abilities.immediate) return null
        val started = client.startSignIn(User("", UsernameType.OTHER), mediation = "immediate")
        val assertion = try {
            client.createAssertion(Ceremony(started.session, started.assertionOptions), immediate = true)
        } catch (error: PasskeyException) {
            if (error.errorCode in declined) return null
            throw error
        }
        return client.completeSignIn(started.session, assertion)
    }

    /**
     * Lets a user confirm a text with a passkey. Show the text first: the system doesn't. The token of the sign-in stays unchanged.
     */
    public suspend fun confirmTransaction(transaction: Transaction): ConfirmedTransaction = client.confirm(transaction)

    /** Creates a code for another device of the signed-in user: show it here, to be entered there. */
    public suspend fun requestOtp(token: String? = null): OneTimeCode {
        val created = client.call(Call("/auth/otp", token = token ?: getToken()), OtpCode.serializer())
        return OneTimeCode(created.code, Instant.parse(created.expiresAt))
    }

    /**
     * Sends a code to the user, if the account exists. It ends the same either way, so say "If this account exists, we sent a
     * code".
     */
    public suspend fun requestAndSendOtp(
        username: String,
        method: OtpMethod,
        usernameType: UsernameType = UsernameType.OTHER,
    ) {
        val body = encode(OtpSendBody.serializer(), OtpSendBody(client.app, User(username, usernameType)))
        client.call(Call("/auth/otp/${method.text}", body))
    }

    /** Signs a user in with a code. The token only allows creating a passkey on this device: call [createPasskey] next. */
    public suspend fun validateOtp(entered: EnteredCode): SignedIn {
        val user = User(entered.username, entered.usernameType)
        val body = encode(OtpVerifyBody.serializer(), OtpVerifyBody(client.app, stripSeparators(entered.code), user))
        return client.storeSignIn(client.call(Call("/auth/otp/verify", body), TokenResponse.serializer()))
    }

    /** Lists the passkeys of the signed-in user. [token] is one with passkey:read that your backend was granted. */
    public suspend fun listPasskeys(token: String? = null): List<Passkey> {
        val used = token ?: getToken()
        val isCurrent = client.registrations.watch()
        val passkeys = client.fetchPasskeys(used)
        if (isCurrent()) client.signals.sendAccepted(used, passkeys)
        return passkeys
    }

    /** Renames a passkey. [token] is one with passkey:write that your backend was granted. */
    public suspend fun renamePasskey(id: String, name: String, token: String? = null) {
        val used = token ?: getToken()
        client.call(Call(toPasskeyPath(id), encode(RenameBody.serializer(), RenameBody(name)), used, "PUT"))
        client.signals.sendRemaining(used)
    }

    /** Deletes a passkey from the service, and lets the system hide it if the prompt can. */
    public suspend fun deletePasskey(id: String, token: String? = null) {
        val used = token ?: getToken()
        // A token ends with its passkey, so the remaining passkeys must be listed before.
        val ends = client.signals.isAvailable && decodeToken(used)?.credID == id
        val isCurrent = client.registrations.watch()
        val listed = if (ends) client.signals.list(used) else null
        client.call(Call(toPasskeyPath(id), token = used, method = "DELETE"))
        if (!ends) client.signals.sendRemaining(used)
        else if (listed != null && isCurrent()) client.signals.sendAccepted(used, listed.filter { it.id != id })
    }

    /** Updates the names in account pickers, if the prompt can. Never fails. */
    public suspend fun signalUserDetails(details: UserDetails) {
        client.signals.sendNames(getToken(), details)
    }

    /** Whether a user completed a ceremony on this device before; false without a [ThumbturnOptions.trustKey]. */
    public suspend fun isDeviceKnown(): Boolean {
        val trustItems = client.createTrustItems() ?: return false
        return try {
            client.call(Call("/mfa/discover", encode(DiscoverBody.serializer(), DiscoverBody(client.app, trustItems))))
            true
        } catch (error: ApiException) {
            if (error.status != 404 || error.reason == "unknown_application") throw error
            false
        }
    }

    /** The signed-in user, from the stored token; null if there is none or it has expired. */
    public suspend fun getSessionInfo(): SessionInfo? = toSessionInfo(getToken())

    /** The stored access token, for calls to your backend; null if there is none or it has expired. */
    public suspend fun getToken(): String? = client.state.readToken()

    /** Deletes the token on this device. The device ID stays. @throws Exception the one of the storage if it keeps the token */
    public suspend fun logout() {
        client.state.remove(StateName.TOKEN)
    }

    private companion object {
        /** How an immediate sign-in ends if the user does something else. */
        val declined = setOf(PasskeyErrorCode.ERROR_PASSKEY_ABORTED, PasskeyErrorCode.ERROR_NO_PASSKEY)
    }
}

private fun toPasskeyPath(id: String) = "/passkeys/${URLEncoder.encode(id, "UTF-8").replace("+", "%20")}"

/** Codes are shown in groups. */
internal fun stripSeparators(code: String): String = code.replace(Regex("""[\s-]"""), "")
