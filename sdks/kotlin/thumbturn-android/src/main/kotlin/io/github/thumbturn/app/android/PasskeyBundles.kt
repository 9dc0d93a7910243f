package io.github.thumbturn.app.android

import android.credentials.CreateCredentialRequest
import android.credentials.CredentialOption
import android.credentials.GetCredentialRequest
import android.os.Bundle
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull
import kotlinx.serialization.json.jsonObject

// The framework carries any kind of credential in bundles. For passkeys, password managers expect the keys of androidx.credentials.

private const val LIBRARY = "androidx.credentials"
private const val PASSKEY = "$LIBRARY.TYPE_PUBLIC_KEY_CREDENTIAL"
private const val SUBTYPE = "$LIBRARY.BUNDLE_KEY_SUBTYPE"
private const val REQUEST_JSON = "$LIBRARY.BUNDLE_KEY_REQUEST_JSON"
private const val CREATION = "$LIBRARY.BUNDLE_VALUE_SUBTYPE_CREATE_PUBLIC_KEY_CREDENTIAL_REQUEST"
private const val ASSERTION = "$LIBRARY.BUNDLE_VALUE_SUBTYPE_GET_PUBLIC_KEY_CREDENTIAL_OPTION"
private const val AUTO_SELECT = "$LIBRARY.BUNDLE_KEY_IS_AUTO_SELECT_ALLOWED"
private const val IMMEDIATE = "$LIBRARY.BUNDLE_KEY_PREFER_IMMEDIATELY_AVAILABLE_CREDENTIALS"
private const val DISPLAY_INFO = "$LIBRARY.BUNDLE_KEY_REQUEST_DISPLAY_INFO"
private const val USER_ID = "$LIBRARY.BUNDLE_KEY_USER_ID"
private const val USER_DISPLAY_NAME = "$LIBRARY.BUNDLE_KEY_USER_DISPLAY_NAME"
internal const val REGISTRATION_RESPONSE = "$LIBRARY.BUNDLE_KEY_REGISTRATION_RESPONSE_JSON"
internal const val AUTHENTICATION_RESPONSE = "$LIBRARY.BUNDLE_KEY_AUTHENTICATION_RESPONSE_JSON"

/** Asks for a new passkey. */
internal fun createRequest(options: String): CreateCredentialRequest {
    val data = createData(CREATION, options)
    data.putBundle(DISPLAY_INFO, createDisplayInfo(options))
    return CreateCredentialRequest.Builder(PASSKEY, data, createData(CREATION, options))
        .setIsSystemProviderRequired(false)
        .setAlwaysSendAppInfoToProvider(true)
        .build()
}

/** Asks for a signature; [immediate] with a passkey of this device only. */
internal fun createRequest(options: String, immediate: Boolean): GetCredentialRequest {
    val data = createData(ASSERTION, options)
    // The system can skip the list if there is one passkey.
    data.putBoolean(AUTO_SELECT, true)
    val option = CredentialOption.Builder(PASSKEY, data, createData(ASSERTION, options)).build()
    val preferences = Bundle().apply { putBoolean(IMMEDIATE, immediate) }
    return GetCredentialRequest.Builder(preferences).addCredentialOption(option).build()
}

private fun createData(subtype: String, options: String) = Bundle().apply {
    putString(SUBTYPE, subtype)
    putString(REQUEST_JSON, options)
}

/** The user whom the dialog names. */
private fun createDisplayInfo(options: String): Bundle {
    val user = Json.parseToJsonElement(options).jsonObject["user"] as? JsonObject
    return Bundle().apply {
        putCharSequence(USER_ID, user.text("name").orEmpty())
        user.text("displayName")?.let { putCharSequence(USER_DISPLAY_NAME, it) }
    }
}

private fun JsonObject?.text(name: String): String? =
    (this?.get(name) as? JsonPrimitive)?.contentOrNull?.ifEmpty { null }
