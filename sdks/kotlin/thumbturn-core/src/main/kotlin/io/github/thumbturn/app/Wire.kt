package io.github.thumbturn.app

import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject

// Bodies of the API, field by field. A test compares them with the contract.

@Serializable
internal class AppRef(val id: String)

@Serializable
internal class User(val username: String, val usernameType: UsernameType)

/** A user who can be new. */
@Serializable
internal class NamedUser(val username: String, val usernameType: UsernameType, val displayName: String?)

@Serializable
internal class TrustItems(val auth: String)

@Serializable
internal class PasskeyOptions(val conditionalCreate: Boolean, val securityKey: Boolean)

@Serializable
internal class RegInitBody(
    val app: AppRef,
    val deviceInfo: DeviceInfo,
    val user: NamedUser,
    val trustItems: TrustItems?,
    val passkeyOptions: PasskeyOptions,
)

@Serializable
internal class RegInit(val session: String, val action: String, val registrationRequestOptions: JsonObject)

@Serializable
internal class RegCompleteBody(val session: String, val creationResult: CreationResult, val passkeyName: String?)

@Serializable
internal class AuthInitBody(
    val app: AppRef,
    val deviceInfo: DeviceInfo,
    val user: User,
    val trustItems: TrustItems?,
    val mediation: String? = null,
)

@Serializable
internal class AuthInit(
    val session: String,
    val action: String,
    val assertionOptions: JsonObject,
    val crossAuthMethods: List<String> = emptyList(),
    val fallbackMethods: List<String> = emptyList(),
)

@Serializable
internal class AuthCompleteBody(val session: String, val assertionResult: AssertionResult)

/** Every response that signs a user in. */
@Serializable
internal class TokenResponse(
    val jwtAccess: String,
    val userId: String,
    val deviceId: String? = null,
    val passkeyId: String? = null,
    val displayName: String? = null,
)

@Serializable
internal class TxInitBody(val username: String, val txPayload: String, val txType: String, val nonce: String)

@Serializable
internal class TxInit(val txId: String, val session: String, val assertionOptions: JsonObject)

@Serializable
internal class TxCompleteBody(
    val session: String,
    val keyHandle: String,
    val clientData: String,
    val authenticatorData: String,
    val signature: String,
)

@Serializable
internal class TxComplete(
    val txId: String,
    val credentialId: String,
    val token: String,
    val txHash: String,
    val nonce: String,
    val lNonce: String,
)

@Serializable
internal class RenameBody(val name: String)

@Serializable
internal class OtpCode(val code: String, val expiresAt: String)

@Serializable
internal class OtpSendBody(val app: AppRef, val user: User)

@Serializable
internal class OtpVerifyBody(val app: AppRef, val authCode: String, val user: User)

@Serializable
internal class MfaBeginBody(
    val app: AppRef,
    val deviceInfo: DeviceInfo,
    val user: NamedUser,
    val trustItems: TrustItems?,
    val payload: String?,
    val traceId: String?,
)

@Serializable
internal class MfaNext(val flow: MfaFlow, val session: String, val next: List<Step>) {
    @Serializable
    class Step(val action: Action, val options: List<Option> = emptyList())

    @Serializable
    class Action(val name: String, val label: String, val desc: String? = null)

    @Serializable
    class Option(val value: String, val name: String? = null, val label: String? = null)
}

@Serializable
internal class MfaPayloadBody(val payload: String)

@Serializable
internal class MfaCreationBody(val creationResult: CreationResult)

@Serializable
internal class MfaAssertionBody(val assertionResult: AssertionResult)

@Serializable
internal class MfaOtpRequestBody(val method: String, val option: String?)

@Serializable
internal class MfaSession(val session: String)

@Serializable
internal class MfaOtpVerifyBody(val otp: String)

@Serializable
internal class MfaExternalBody(val token: String)

@Serializable
internal class Mfa(
    val flow: MfaFlow,
    val payloadSignature: String,
    val idToken: String,
    val accessToken: String,
    val refreshToken: String,
    val deviceId: String? = null,
)

@Serializable
internal class MfaRefreshBody(val app: AppRef, val refreshToken: String)

@Serializable
internal class MfaRefresh(val accessToken: String, val idToken: String, val refreshToken: String)

@Serializable
internal class DiscoverBody(val app: AppRef, val trustItems: TrustItems)

@Serializable
internal class ClientEventBody(val event: String, val isError: Boolean)
