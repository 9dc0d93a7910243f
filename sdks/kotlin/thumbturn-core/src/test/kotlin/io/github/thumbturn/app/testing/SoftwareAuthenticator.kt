package io.github.thumbturn.app.testing

import java.io.ByteArrayOutputStream
import java.math.BigInteger
import java.security.KeyPair
import java.security.KeyPairGenerator
import java.security.MessageDigest
import java.security.SecureRandom
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import java.util.Base64
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonArray
import kotlinx.serialization.json.putJsonObject

/** The SHA-256 of the signing certificate of the app in tests. */
val fingerprint: ByteArray = ByteArray(32) { it.toByte() }

/** The origin that Android reports for it. */
val appOrigin = "android:apk-key-hash:${toBase64Url(fingerprint)}"

/** The name of a DOM error, as a password manager reports it. */
class DomError(val name: String) : Exception(name)

/** A device without a screen: JSON of WebAuthn in and out, with ES256 and without attestation. */
class SoftwareAuthenticator(private val origin: String = appOrigin) {
    class Credential(val id: ByteArray, val rpId: String, val userId: String, val keys: KeyPair)

    val credentials = mutableListOf<Credential>()

    fun create(json: String): String {
        val options = Json.parseToJsonElement(json).jsonObject
        val rpId = options.getValue("rp").jsonObject.text("id")
        if (findListed(options, "excludeCredentials").any { it.rpId == rpId }) throw DomError("InvalidStateError")
        val userId = options.getValue("user").jsonObject.text("id")
        val credential = Credential(randomBytes(32), rpId, userId, createKeys()).also(credentials::add)
        val authenticatorData = createAuthenticatorData(rpId, 0x45) + createAttestedData(credential)
        return describe(credential) {
            put("clientDataJSON", toBase64Url(createClientData("webauthn.create", options.text("challenge"))))
            put("attestationObject", toBase64Url(createAttestationObject(authenticatorData)))
            putJsonArray("transports") { add(kotlinx.serialization.json.JsonPrimitive("internal")) }
        }
    }

    fun get(json: String): String {
        val options = Json.parseToJsonElement(json).jsonObject
        val rpId = options.text("rpId")
        val isListed = options["allowCredentials"]?.jsonArray.orEmpty().isNotEmpty()
        val candidates = if (isListed) findListed(options, "allowCredentials") else credentials
        val credential = candidates.lastOrNull { it.rpId == rpId } ?: throw DomError("NotFoundError")
        val clientData = createClientData("webauthn.get", options.text("challenge"))
        val authenticatorData = createAuthenticatorData(rpId, 0x05)
        return describe(credential) {
            put("clientDataJSON", toBase64Url(clientData))
            put("authenticatorData", toBase64Url(authenticatorData))
            put("signature", toBase64Url(sign(credential.keys, authenticatorData + sha256(clientData))))
            put("userHandle", credential.userId)
        }
    }

    private fun findListed(options: JsonObject, name: String): List<Credential> {
        val ids = options[name]?.jsonArray.orEmpty().map { it.jsonObject.text("id") }
        return credentials.filter { toBase64Url(it.id) in ids }
    }

    private fun createClientData(type: String, challenge: String): ByteArray = buildJsonObject {
        put("type", type)
        put("challenge", challenge.trimEnd('='))
        put("origin", origin)
        put("crossOrigin", false)
    }.toString().toByteArray()
}

private fun describe(
    credential: SoftwareAuthenticator.Credential,
    response: kotlinx.serialization.json.JsonObjectBuilder.() -> Unit,
): String = buildJsonObject {
    put("id", toBase64Url(credential.id))
    put("rawId", toBase64Url(credential.id))
    put("type", "public-key")
    putJsonObject("response", response)
    putJsonObject("clientExtensionResults") {
        putJsonObject("credProps") { put("rk", true) }
        putJsonObject("prf") { putJsonObject("results") { put("first", "c2VjcmV0") } }
    }
}.toString()

/** WebAuthn §6.1, with a counter that stays 0. */
private fun createAuthenticatorData(rpId: String, flags: Int) =
    sha256(rpId.toByteArray()) + flags.toByte() + ByteArray(4)

/** WebAuthn §6.5.1. */
private fun createAttestedData(credential: SoftwareAuthenticator.Credential): ByteArray {
    val (x, y) = (credential.keys.public as ECPublicKey).w.let { listOf(it.affineX, it.affineY) }
    val key = byteArrayOf(0xa5.toByte(), 1, 2, 3, 0x26, 0x20, 1) +
        0x21 + encodeBytes(toFixed(x)) + 0x22 + encodeBytes(toFixed(y))
    return ByteArray(16) + byteArrayOf(0, credential.id.size.toByte()) + credential.id + key
}

/** CBOR: a map of fmt, attStmt, and authData. */
private fun createAttestationObject(authenticatorData: ByteArray): ByteArray {
    val out = ByteArrayOutputStream()
    out.write(0xa3)
    for (text in listOf("fmt", "none", "attStmt")) out.write(encodeText(text))
    out.write(0xa0)
    out.write(encodeText("authData"))
    out.write(encodeBytes(authenticatorData))
    return out.toByteArray()
}

private fun encodeText(text: String) = byteArrayOf((0x60 + text.length).toByte()) + text.toByteArray()

private fun encodeBytes(bytes: ByteArray) = byteArrayOf(0x58, bytes.size.toByte()) + bytes

private fun createKeys(): KeyPair =
    KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }.generateKeyPair()

private fun sign(keys: KeyPair, data: ByteArray): ByteArray = Signature.getInstance("SHA256withECDSA").run {
    initSign(keys.private)
    update(data)
    sign()
}

private fun toFixed(number: BigInteger): ByteArray {
    val bytes = number.toByteArray().takeLast(32).toByteArray()
    return ByteArray(32 - bytes.size) + bytes
}

private fun randomBytes(size: Int) = ByteArray(size).also(SecureRandom()::nextBytes)

private fun sha256(bytes: ByteArray): ByteArray = MessageDigest.getInstance("SHA-256").digest(bytes)

fun toBase64Url(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)

private fun JsonObject.text(name: String): String = getValue(name).jsonPrimitive.content
