package io.github.thumbturn.app

import java.util.UUID
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withContext
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull

/** The user, how the passkey is created, and whether the system does it without a dialog. */
internal class Registration(val username: String, val options: CreatePasskeyOptions, val conditional: Boolean)

internal suspend fun Client.register(registration: Registration): SignedIn {
    val response = registrations.run {
        val started = startRegistration(registration)
        val hinted = started.registrationRequestOptions.withHints(registration.options.hints)
        val created = createCredential(Ceremony(started.session, hinted), registration.conditional)
        // Not canceled, because a canceled registration may still have happened.
        withContext(NonCancellable) { completeRegistration(started, created, registration.options.passkeyName) }
    }
    currentCoroutineContext().ensureActive()
    return storeSignIn(response)
}

private suspend fun Client.startRegistration(registration: Registration): RegInit {
    val options = registration.options
    val body = RegInitBody(
        app = app,
        deviceInfo = describeDevice(),
        user = NamedUser(registration.username, options.usernameType, options.displayName),
        trustItems = createTrustItems(),
        passkeyOptions = PasskeyOptions(registration.conditional, options.securityKey),
    )
    val token = options.token ?: findTokenOf(registration.username)
    val started = call(Call("/reg/init", encode(RegInitBody.serializer(), body), token), RegInit.serializer())
    // The options are decoys: the service would never accept a passkey created with them.
    if (started.action == "signIn") throw createFailure(PasskeyErrorCode.ERROR_SIGN_IN_REQUIRED)
    if (started.action == "fail") throw createFailure(PasskeyErrorCode.ERROR_REGISTRATION_REJECTED)
    return started
}

/** The stored token, unless it belongs to another user. */
private suspend fun Client.findTokenOf(username: String): String? =
    state.readToken()?.takeIf { decodeToken(it)?.username == username }

private suspend fun Client.completeRegistration(
    started: RegInit,
    created: CreationResult,
    passkeyName: String?,
): TokenResponse {
    val body = RegCompleteBody(started.session, created, passkeyName)
    try {
        return call(Call("/reg/complete", encode(RegCompleteBody.serializer(), body)), TokenResponse.serializer())
    } catch (error: ApiException) {
        val rp = started.registrationRequestOptions["rp"] as? JsonObject
        val rpId = (rp?.get("id") as? JsonPrimitive)?.contentOrNull.orEmpty()
        signals.sendRejected(error, rpId, created.credentialId)
        throw error
    }
}

internal suspend fun Client.startSignIn(user: User, mediation: String? = null): AuthInit {
    val body = AuthInitBody(app, describeDevice(), user, createTrustItems(), mediation)
    return call(Call("/auth/init", encode(AuthInitBody.serializer(), body)), AuthInit.serializer())
}

internal suspend fun Client.completeSignIn(session: String, assertion: AssertionResult): SignedIn {
    val body = encode(AuthCompleteBody.serializer(), AuthCompleteBody(session, assertion))
    return storeSignIn(call(Call("/auth/complete", body), TokenResponse.serializer()))
}

/** The ways to sign in that the service offers instead; null if a passkey can be used. */
internal fun findFallback(started: AuthInit): SignInFallback? = when (started.action) {
    "proceed" -> null
    "crossAuth" -> createFallback(SignInFallback.Action.CROSS_AUTH, started)
    else -> createFallback(SignInFallback.Action.FALLBACK, started)
}

private fun createFallback(action: SignInFallback.Action, started: AuthInit) =
    SignInFallback(action, started.crossAuthMethods, started.fallbackMethods)

/** Stores the token and the device ID, and keeps the system in step with the service. */
internal suspend fun Client.storeSignIn(response: TokenResponse): SignedIn {
    state.storeToken(response.jwtAccess)
    response.deviceId?.let { state.write(StateName.DEVICE_ID, it) }
    signals.sendState(response)
    return SignedIn(response.jwtAccess, response.userId, response.passkeyId, response.deviceId)
}

/** What a user confirms: [payload] is a text of at most 4,000 bytes. */
public class Transaction(
    public val username: String,
    public val payload: String,
    /** Your ID of this transaction, unique per user: 1 to 128 printable ASCII characters. By default, a UUID. */
    public val nonce: String = UUID.randomUUID().toString(),
)

internal suspend fun Client.confirm(transaction: Transaction): ConfirmedTransaction {
    val body = TxInitBody(transaction.username, transaction.payload, "raw", transaction.nonce)
    val started = call(Call("/tx/init", encode(TxInitBody.serializer(), body)), TxInit.serializer())
    val signed = createAssertion(Ceremony(started.session, started.assertionOptions))
    val completion = TxCompleteBody(
        session = started.session,
        keyHandle = signed.credentialId,
        clientData = signed.clientDataJSON,
        authenticatorData = signed.authenticatorData,
        signature = signed.signature,
    )
    val done = call(Call("/tx/complete", encode(TxCompleteBody.serializer(), completion)), TxComplete.serializer())
    return ConfirmedTransaction(done.txId, done.token, done.txHash, done.nonce, done.lNonce, done.credentialId)
}
