package io.github.thumbturn.app

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put

/** Keeps the system's passkeys in step with the service (WebAuthn Level 3 §5.1.10). None of it fails. */
internal class Signals(private val client: Client) {
    val isAvailable: Boolean get() = client.options.prompt.abilities.signals

    /**
     * Lets the system hide passkeys that the service no longer accepts. Systems delete what the list lacks, so nothing is signaled
     * if the list or the token may be incomplete.
     */
    suspend fun sendAccepted(token: String?, passkeys: List<Passkey>) = attempt {
        val claims = decodeToken(token)
        val rpId = claims?.rpId ?: return@attempt
        if (claims.sub == null || passkeys.any { it.credentialId.isEmpty() }) return@attempt
        val ids = JsonArray(passkeys.map { JsonPrimitive(it.credentialId) })
        for (handle in listHandles(claims.sub, passkeys)) {
            send(PasskeySignal.ALL_ACCEPTED_CREDENTIALS, buildJsonObject {
                put("rpId", rpId)
                put("userId", handle)
                put("allAcceptedCredentialIds", ids)
            })
        }
    }

    /** The passkeys to signal; null if they can't be listed. */
    suspend fun list(token: String?): List<Passkey>? = attempt { client.fetchPasskeys(token) }

    /** Lists the passkeys and signals them. [including] is the ID of a passkey that a complete list contains. */
    suspend fun sendRemaining(token: String?, including: String? = null): List<Passkey>? = attempt {
        val isCurrent = client.registrations.watch()
        val passkeys = client.fetchPasskeys(token)
        val isComplete = including == null || passkeys.any { it.id == including }
        if (isComplete && isCurrent()) sendAccepted(token, passkeys)
        passkeys
    }

    /** After a sign-in or a registration: signals what is accepted, and the user's current names. */
    suspend fun sendState(response: TokenResponse) {
        // The token of a code can't list passkeys.
        if (response.passkeyId == null || !isAvailable) return
        val passkeys = sendRemaining(response.jwtAccess, response.passkeyId).orEmpty()
        if (response.displayName != null) sendNames(response.jwtAccess, UserDetails(response.displayName), passkeys)
    }

    /** Updates the names in account pickers, for each user handle of these passkeys. */
    suspend fun sendNames(token: String?, details: UserDetails, passkeys: List<Passkey> = emptyList()) {
        attempt {
            val claims = decodeToken(token)
            val rpId = claims?.rpId ?: return@attempt
            for (handle in listHandles(claims.sub ?: return@attempt, passkeys)) {
                send(PasskeySignal.CURRENT_USER_DETAILS, buildJsonObject {
                    put("rpId", rpId)
                    put("userId", handle)
                    put("name", details.name ?: claims.username)
                    put("displayName", details.displayName)
                })
            }
        }
    }

    /** Lets the system remove a new passkey that the service rejected. */
    suspend fun sendRejected(error: ApiException, rpId: String, credentialId: String) {
        // Otherwise, it may have been registered; by an earlier attempt, if its session was used.
        val isRejection = error.status in 1..499 && error.code != "not_a_service" && error.reason != "session_used"
        if (isRejection) attempt {
            send(PasskeySignal.UNKNOWN_CREDENTIAL, buildJsonObject {
                put("rpId", rpId)
                put("credentialId", credentialId)
            })
        }
    }

    private suspend fun send(signal: PasskeySignal, details: JsonObject) =
        client.options.prompt.signal(signal, details.toString())

    private suspend fun <Result> attempt(run: suspend () -> Result): Result? {
        if (!isAvailable) return null
        return try {
            withTimeoutOrNull(PATIENCE_MS) { run() }
        } catch (_: CancellationException) {
            currentCoroutineContext().ensureActive()
            null
        } catch (_: Exception) {
            null
        }
    }

    private companion object {
        /** Longest that signals are waited for. */
        const val PATIENCE_MS = 3000L
    }
}

/** `sub` is the text that was decoded as base64url when a passkey was created; imported passkeys have other handles. */
private fun listHandles(sub: String, passkeys: List<Passkey>): Set<String> =
    passkeys.mapTo(linkedSetOf()) { it.userHandle ?: sub } + sub

/** @throws ApiException */
internal suspend fun Client.fetchPasskeys(token: String?): List<Passkey> =
    call(Call("/passkeys", token = token, method = "GET"), ListSerializer(Passkey.serializer()))
