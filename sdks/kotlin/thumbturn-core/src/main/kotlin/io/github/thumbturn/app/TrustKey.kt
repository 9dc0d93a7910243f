package io.github.thumbturn.app

import java.math.BigInteger
import java.security.KeyPair
import java.security.PrivateKey
import java.security.Signature
import java.security.interfaces.ECPublicKey
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put

/**
 * A P-256 key of this device, such as one in the Android Keystore, that proves that it was here before. [id] is 25 characters of
 * A–Z and 0–9, created with the key.
 */
public class TrustKey(private val id: String, keyPair: KeyPair) {
    private val publicKey = keyPair.public as ECPublicKey
    private val privateKey: PrivateKey = keyPair.private

    /** Creates a proof that is valid for a minute: a JWS (RFC 7515). */
    internal fun createTrustItem(): String {
        val header = buildJsonObject {
            put("alg", "ES256")
            put("jwk", createJwk())
        }
        val payload = buildJsonObject {
            put("id", id)
            put("exp", System.currentTimeMillis() / 1000 + 60)
        }
        val signed = "${encodePart(header)}.${encodePart(payload)}"
        return "$signed.${encodeBase64Url(sign(signed.toByteArray()))}"
    }

    private fun createJwk(): JsonObject = buildJsonObject {
        put("kty", "EC")
        put("crv", "P-256")
        put("x", encodeBase64Url(toFixed(publicKey.w.affineX)))
        put("y", encodeBase64Url(toFixed(publicKey.w.affineY)))
    }

    private fun sign(data: ByteArray): ByteArray {
        val signature = Signature.getInstance("SHA256withECDSA")
        signature.initSign(privateKey)
        signature.update(data)
        return toJoseSignature(signature.sign())
    }
}

private fun encodePart(part: JsonObject) = encodeBase64Url(part.toString().toByteArray())

private const val COORDINATE_SIZE = 32

/** A coordinate of P-256 as 32 bytes. */
private fun toFixed(number: BigInteger): ByteArray {
    val bytes = number.toByteArray()
    val significant = bytes.copyOfRange((bytes.size - COORDINATE_SIZE).coerceAtLeast(0), bytes.size)
    return ByteArray(COORDINATE_SIZE - significant.size) + significant
}

/** The DER sequence of r and s as the 64 bytes of RFC 7518 §3.4. The lengths of P-256 fit into one byte. */
private fun toJoseSignature(der: ByteArray): ByteArray {
    val rSize = der[3].toInt()
    val r = BigInteger(der.copyOfRange(4, 4 + rSize))
    val s = BigInteger(der.copyOfRange(6 + rSize, der.size))
    return toFixed(r) + toFixed(s)
}
