package io.github.thumbturn.app

import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.contentOrNull
import kotlinx.serialization.json.intOrNull
import kotlinx.serialization.json.jsonObject

/** A created credential as the API accepts it; bytes in base64url without padding. */
@Serializable
internal class CreationResult(
    val credentialId: String,
    val clientDataJSON: String,
    val attestationObject: String,
    val authenticatorData: String?,
    val publicKey: String?,
    val publicKeyAlgorithm: Int?,
    val transports: List<String>?,
    val clientExtensionResults: Map<String, Map<String, Boolean>>?,
)

/** A signed challenge as the API accepts it. */
@Serializable
internal class AssertionResult(
    val credentialId: String,
    val clientDataJSON: String,
    val authenticatorData: String,
    val signature: String,
    val userHandle: String?,
)

/** Reads RegistrationResponseJSON. What can't be read is left out, and the service rejects what it needs. */
internal fun readCreation(json: String): CreationResult {
    val credential = parseCredential(json)
    val response = credential.child("response")
    return CreationResult(
        credentialId = readId(credential),
        clientDataJSON = response.bytes("clientDataJSON").orEmpty(),
        attestationObject = response.bytes("attestationObject").orEmpty(),
        authenticatorData = response.bytes("authenticatorData"),
        publicKey = response.bytes("publicKey"),
        publicKeyAlgorithm = (response["publicKeyAlgorithm"] as? JsonPrimitive)?.intOrNull,
        transports = (response["transports"] as? JsonArray)?.mapNotNull { (it as? JsonPrimitive)?.contentOrNull },
        clientExtensionResults = readFlags(credential.child("clientExtensionResults")),
    )
}

/** Reads AuthenticationResponseJSON likewise. */
internal fun readAssertion(json: String): AssertionResult {
    val credential = parseCredential(json)
    val response = credential.child("response")
    return AssertionResult(
        credentialId = readId(credential),
        clientDataJSON = response.bytes("clientDataJSON").orEmpty(),
        authenticatorData = response.bytes("authenticatorData").orEmpty(),
        signature = response.bytes("signature").orEmpty(),
        userHandle = response.bytes("userHandle"),
    )
}

private fun parseCredential(json: String): JsonObject =
    try {
        wireJson.parseToJsonElement(json).jsonObject
    } catch (cause: SerializationException) {
        throw PromptException(PasskeyProblem.FAILED, cause)
    } catch (cause: IllegalArgumentException) {
        throw PromptException(PasskeyProblem.FAILED, cause)
    }

private fun readId(credential: JsonObject) = credential.bytes("rawId") ?: credential.bytes("id").orEmpty()

private fun JsonObject.child(name: String): JsonObject = this[name] as? JsonObject ?: JsonObject(emptyMap())

private fun JsonObject.bytes(name: String): String? =
    (this[name] as? JsonPrimitive)?.contentOrNull?.ifEmpty { null }?.let(::toUrlAlphabet)

/** Extensions whose output is an object in the API. */
private val structured = listOf("credProps", "largeBlob", "prf")

/** The flags that extensions returned. Nothing else is sent, because the outputs of prf are secrets of the app. */
private fun readFlags(outputs: JsonObject): Map<String, Map<String, Boolean>>? =
    structured.associateWith { name -> keepFlags(outputs.child(name)) }.filterValues { it.isNotEmpty() }.ifEmpty { null }

private fun keepFlags(output: JsonObject): Map<String, Boolean> = buildMap {
    for ((name, value) in output) (value as? JsonPrimitive)?.takeUnless { it.isString }?.booleanOrNull?.let { put(name, it) }
}
