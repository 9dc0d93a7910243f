package io.github.thumbturn.app

import java.time.Instant
import kotlinx.serialization.Serializable

/** Claims of an access token that the SDK reads; `exp` in seconds since 1970. */
@Serializable
internal class Claims(
    val sub: String? = null,
    val username: String? = null,
    val rpId: String? = null,
    val credID: String? = null,
    val scopes: List<String> = emptyList(),
    val exp: Double? = null,
) {
    val expiresAt: Instant? get() = exp?.let { Instant.ofEpochSecond(it.toLong()) }
}

/** Reads a token without verifying it, which is your backend's job; null if it isn't a JWT. */
internal fun decodeToken(token: String?): Claims? =
    try {
        token?.split('.')?.getOrNull(1)?.let { wireJson.decodeFromString(Claims.serializer(), String(decodeBase64Url(it))) }
    } catch (_: IllegalArgumentException) {
        null
    }

private fun isPast(claims: Claims?): Boolean = claims?.expiresAt?.let { !it.isAfter(Instant.now()) } ?: false

/** The token of the signed-in user; null if there is none or it has expired. */
internal suspend fun StateStore.readToken(): String? = read(StateName.TOKEN)?.takeUnless { isPast(decodeToken(it)) }

/** Stores a new token. @throws PasskeyException if the token is already expired by the clock of this device */
internal suspend fun StateStore.storeToken(token: String) {
    if (isPast(decodeToken(token))) throw createFailure(PasskeyErrorCode.ERROR_CLOCK_WRONG)
    write(StateName.TOKEN, token)
}

internal fun toSessionInfo(token: String?): SessionInfo? {
    val claims = decodeToken(token) ?: return null
    val id = claims.sub ?: return null
    return SessionInfo(id, claims.username.orEmpty(), claims.rpId, claims.credID, claims.scopes, claims.expiresAt)
}
