package io.github.thumbturn.app

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject

/** Factor types, as the service names them, in the order in which the SDK suggests them. */
public enum class MfaFactorType(
    /** The name in the API. */
    public val text: String,
) {
    PASSKEY_REG("passkey:reg"),
    PASSKEY_AUTH("passkey:auth"),
    PASSKEY_TX("passkey:tx"),
    OTP_SMS("otp:sms"),
    OTP_EMAIL("otp:email"),
    EXTERNAL("external"),

    /** The code that `otp:sms` or `otp:email` sent; never suggested. */
    OTP_VERIFY("otp:verify"),
}

/** Whether the user is known. */
@Serializable
public enum class MfaFlow {
    @SerialName("signIn")
    SIGN_IN,

    @SerialName("signUp")
    SIGN_UP,
}

/** A factor that can come next. [options] are the addresses that a code can be sent to. */
public data class MfaFactor(
    public val type: MfaFactorType,
    public val label: String,
    public val description: String?,
    public val options: List<String>,
)

/** The tokens of a completed flow. Send [payloadSignature] or [accessToken] to your backend for verification. */
public class MfaTokens internal constructor(
    public val accessToken: String,
    public val idToken: String,
    public val refreshToken: String,
    public val payloadSignature: String,
    public val deviceId: String?,
)

/** The tokens that a refresh token is exchanged for. */
public class RefreshedTokens internal constructor(
    public val accessToken: String,
    public val idToken: String,
    public val refreshToken: String,
)

/** The state of a flow. */
public class MfaDetails internal constructor(
    public val username: String,
    public val flow: MfaFlow,
    public val remainingFactors: List<MfaFactor>,
    /** Present once the flow is complete. */
    public val tokens: MfaTokens?,
) {
    /** The factor that the SDK suggests next; null once nothing is left. */
    public val nextAction: MfaFactor?
        get() = remainingFactors.filter { it.type != MfaFactorType.OTP_VERIFY }.minByOrNull { it.type.ordinal }

    public val isComplete: Boolean get() = tokens != null
}

/** The user who starts a flow, and the payload. */
public class MfaFlowOptions(
    /** Without a username, any passkey of the domain is accepted. */
    public val username: String = "",
    public val usernameType: UsernameType = UsernameType.OTHER,
    public val displayName: String? = null,
    /** The text for the user to confirm; the passkey then signs it (`passkey:tx`). */
    public val payload: String? = null,
    /** Your ID of this flow, for events and logs. */
    public val traceId: String? = null,
)

/** The input of a factor. */
public class MfaActionOptions(
    /**
     * `otp:email`, `otp:sms`: the address, one of the options; by default, the first. `otp:verify`: the code. `external`: your
     * backend's token.
     */
    public val payload: String? = null,
    /** `passkey:reg`: the name shown in account pickers. */
    public val displayName: String? = null,
)

/**
 * A multi-factor flow: start it, then perform the factors that the service asks for until it is complete. It ends when the app is
 * closed. One object runs one flow, so don't call its functions concurrently.
 */
public class ThumbturnMfa(thumbturn: Thumbturn) {
    private val client = thumbturn.client

    @Volatile
    private var current: Flow? = null

    @Volatile
    private var tokens: MfaTokens? = null

    /** @throws ApiException if the service rejects the call or is unreachable */
    public suspend fun beginFlow(options: MfaFlowOptions = MfaFlowOptions()): MfaDetails {
        val body = MfaBeginBody(
            app = client.app,
            deviceInfo = client.describeDevice(),
            user = NamedUser(options.username, options.usernameType, options.displayName),
            trustItems = client.createTrustItems(),
            payload = options.payload,
            traceId = options.traceId,
        )
        val next = client.call(Call("/mfa/begin", encode(MfaBeginBody.serializer(), body)), MfaNext.serializer())
        tokens = null
        return advance(options.username, next)
    }

    /**
     * Performs one factor. A rejected factor (status 400) leaves the flow unchanged: try again, or perform another one.
     * @throws PasskeyException if a dialog ends without a passkey
     * @throws ApiException if the service rejects the call or is unreachable
     * @throws IllegalStateException if no flow is in progress, or it doesn't offer this factor now
     */
    public suspend fun performAction(
        type: MfaFactorType,
        input: MfaActionOptions = MfaActionOptions(),
    ): MfaDetails {
        val flow = requireFlow()
        return when (type) {
            MfaFactorType.PASSKEY_REG -> register(flow, input.displayName)
            MfaFactorType.PASSKEY_AUTH, MfaFactorType.PASSKEY_TX -> authenticate(flow, type)
            MfaFactorType.OTP_EMAIL, MfaFactorType.OTP_SMS -> sendCode(flow, type, input.payload)
            MfaFactorType.OTP_VERIFY -> {
                val body = MfaOtpVerifyBody(stripSeparators(input.payload.orEmpty()))
                verify(flow, "/mfa/otp/verify", encode(MfaOtpVerifyBody.serializer(), body))
            }
            MfaFactorType.EXTERNAL -> {
                val body = MfaExternalBody(input.payload.orEmpty())
                verify(flow, "/mfa/third-party/verify", encode(MfaExternalBody.serializer(), body))
            }
        }
    }

    /** Attaches a payload to the flow, or replaces it. @throws ApiException */
    public suspend fun setPayload(payload: String): MfaDetails {
        val flow = requireFlow()
        val body = encode(MfaPayloadBody.serializer(), MfaPayloadBody(payload))
        return advance(flow.username, client.call(Call("/mfa/payload", body, flow.session), MfaNext.serializer()))
    }

    /**
     * Exchanges a refresh token; by default, the one of the flow that this object completed. Each works once, so store the new one.
     * @throws ApiException 401 if it is expired, used, or revoked; 403 if the application has refresh tokens off
     * @throws IllegalStateException without a token
     */
    public suspend fun refreshTokens(refreshToken: String? = null): RefreshedTokens {
        val used = refreshToken ?: checkNotNull(tokens?.refreshToken) { "No refresh token: complete a flow, or pass one" }
        val body = encode(MfaRefreshBody.serializer(), MfaRefreshBody(client.app, used))
        val fresh = client.call(Call("/mfa/refresh", body), MfaRefresh.serializer())
        client.state.storeToken(fresh.accessToken)
        tokens = tokens?.let {
            MfaTokens(fresh.accessToken, fresh.idToken, fresh.refreshToken, it.payloadSignature, it.deviceId)
        }
        return RefreshedTokens(fresh.accessToken, fresh.idToken, fresh.refreshToken)
    }

    /** The state of the flow; null if none is in progress. */
    public fun getMfaSessionDetails(): MfaDetails? = current?.let(::describe)

    /** Forgets the flow. */
    public fun endFlow() {
        current = null
        tokens = null
    }

    private fun requireFlow(): Flow = checkNotNull(current) { "No flow is in progress: call beginFlow first" }

    private fun advance(username: String, next: MfaNext): MfaDetails {
        val flow = Flow(username, next.flow, next.session, next.next)
        current = flow
        return describe(flow)
    }

    private fun describe(flow: Flow) =
        MfaDetails(flow.username, flow.flow, flow.next.mapNotNull(::toFactor), tokens = null)

    private suspend fun register(flow: Flow, displayName: String?): MfaDetails {
        val options = flow.requireOptions(MfaFactorType.PASSKEY_REG)
        val created = client.createCredential(Ceremony(flow.session, options.withDisplayName(displayName)), false)
        val body = encode(MfaCreationBody.serializer(), MfaCreationBody(created))
        return client.registrations.run { verify(flow, "/mfa/passkey/reg", body) }
    }

    private suspend fun authenticate(flow: Flow, type: MfaFactorType): MfaDetails {
        val assertion = client.createAssertion(Ceremony(flow.session, flow.requireOptions(type)))
        val body = encode(MfaAssertionBody.serializer(), MfaAssertionBody(assertion))
        return verify(flow, "/mfa/${type.text.replace(':', '/')}", body)
    }

    private suspend fun sendCode(flow: Flow, type: MfaFactorType, address: String?): MfaDetails {
        val options = flow.find(type)?.options.orEmpty()
        val chosen = address ?: (options.find { it.name == "email:primary" } ?: options.firstOrNull())?.label
        val method = if (type == MfaFactorType.OTP_EMAIL) OtpMethod.EMAIL else OtpMethod.SMS
        val body = encode(MfaOtpRequestBody.serializer(), MfaOtpRequestBody(method.text, chosen))
        val session = client.call(Call("/mfa/otp/request", body, flow.session), MfaSession.serializer()).session
        // Every factor stays available, with the new session.
        val renewed = Flow(flow.username, flow.flow, session, flow.next)
        current = renewed
        return describe(renewed)
    }

    /** Verifies a factor, which completes the flow or leads to other factors. */
    private suspend fun verify(flow: Flow, path: String, body: String): MfaDetails =
        try {
            complete(flow, client.call(Call(path, body, flow.session), Mfa.serializer()))
        } catch (error: ApiException) {
            advance(flow.username, readNext(error) ?: throw error)
        }

    private suspend fun complete(flow: Flow, response: Mfa): MfaDetails {
        client.state.storeToken(response.accessToken)
        response.deviceId?.let { client.state.write(StateName.DEVICE_ID, it) }
        val completed = MfaTokens(
            accessToken = response.accessToken,
            idToken = response.idToken,
            refreshToken = response.refreshToken,
            payloadSignature = response.payloadSignature,
            deviceId = response.deviceId,
        )
        tokens = completed
        current = null
        return MfaDetails(flow.username, response.flow, emptyList(), completed)
    }
}

/** The state needed to continue a flow. */
private class Flow(val username: String, val flow: MfaFlow, val session: String, val next: List<MfaNext.Step>) {
    fun find(type: MfaFactorType): MfaNext.Step? = next.find { it.action.name == type.text }

    /** The options of a ceremony. */
    fun requireOptions(type: MfaFactorType): JsonObject {
        val option = find(type)?.options?.firstOrNull()
        checkNotNull(option) { "The flow does not offer ${type.text} now" }
        return wireJson.parseToJsonElement(String(decodeBase64Url(option.value))).jsonObject
    }
}

/** Factors of a later service are left out. */
private fun toFactor(step: MfaNext.Step): MfaFactor? {
    val type = MfaFactorType.entries.find { it.text == step.action.name } ?: return null
    val hasAddresses = type == MfaFactorType.OTP_EMAIL || type == MfaFactorType.OTP_SMS
    val addresses = if (hasAddresses) step.options.map { it.label?.ifEmpty { null } ?: it.value } else emptyList()
    return MfaFactor(type, step.action.label, step.action.desc, addresses)
}

/** The next steps in a 401, which is no error; null if it is one. */
private fun readNext(error: ApiException): MfaNext? {
    val body = error.body?.takeIf { error.status == 401 } ?: return null
    return try {
        wireJson.decodeFromJsonElement(MfaNext.serializer(), body)
    } catch (_: SerializationException) {
        null
    }
}

private fun JsonObject.withDisplayName(displayName: String?): JsonObject {
    val user = this["user"] as? JsonObject
    if (displayName == null || user == null) return this
    return JsonObject(this + ("user" to JsonObject(user + ("displayName" to JsonPrimitive(displayName)))))
}
