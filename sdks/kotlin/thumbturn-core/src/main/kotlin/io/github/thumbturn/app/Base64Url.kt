package io.github.thumbturn.app

import java.util.Base64

/** Base64 or base64url, padded or not, as base64url without padding. */
internal fun toUrlAlphabet(text: String): String = text.replace('+', '-').replace('/', '_').trimEnd('=')

internal fun encodeBase64Url(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)

/** @throws IllegalArgumentException if it isn't base64url */
internal fun decodeBase64Url(text: String): ByteArray = Base64.getUrlDecoder().decode(text)
