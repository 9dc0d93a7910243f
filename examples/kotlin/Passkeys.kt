package com.example.app

import android.app.Activity
import android.os.Build
import androidx.credentials.CreatePublicKeyCredentialRequest
import androidx.credentials.CreatePublicKeyCredentialResponse
import androidx.credentials.CredentialManager
import androidx.credentials.GetCredentialRequest
import androidx.credentials.GetPublicKeyCredentialOption
import androidx.credentials.PublicKeyCredential
import org.json.JSONObject

/** The name has an account: its owner signs in first. */
class SignInFirst : Exception()

/** There is no passkey to use; the application offers [ways] instead. */
class OtherWays(val ways: List<String>) : Exception()

data class Passkey(val id: String, val name: String, val createdAt: String)

/** Passkeys of the users of this app. What the ceremonies throw comes from Credential Manager. */
class Passkeys(private val activity: Activity, private val service: Thumbturn) {
    private val manager = CredentialManager.create(activity)
    private val app = JSONObject().put("id", service.appId)

    private val device = JSONObject()
        .put("clientType", "other")
        .put("osName", "Android")
        .put("osVersion", Build.VERSION.RELEASE)

    // #region sign-up
    /** Creates the account and its first passkey; with a token of the user, one more. */
    suspend fun signUp(username: String, token: String? = null): String {
        val begun = service.post(
            "/reg/init",
            JSONObject()
                .put("app", app)
                .put("deviceInfo", device)
                .put("user", JSONObject().put("username", username)),
            token,
        )
        if (begun.getString("action") != "proceed") throw SignInFirst()

        val options = begun.getJSONObject("registrationRequestOptions").toString()
        val created = manager.createCredential(activity, CreatePublicKeyCredentialRequest(options))
        val credential = JSONObject((created as CreatePublicKeyCredentialResponse).registrationResponseJson)
        val response = credential.getJSONObject("response")

        val done = service.post(
            "/reg/complete",
            JSONObject()
                .put("session", begun.getString("session"))
                .put(
                    "creationResult",
                    JSONObject()
                        .put("credentialId", credential.getString("id"))
                        .put("clientDataJSON", response.getString("clientDataJSON"))
                        .put("attestationObject", response.getString("attestationObject"))
                        .putOpt("transports", response.optJSONArray("transports")),
                ),
        )
        return done.getString("jwtAccess")
    }
    // #endregion

    // #region sign-in
    /** Signs a user in. Without a username, the user chooses among the passkeys of this app. */
    suspend fun signIn(username: String = ""): String {
        val begun = service.post(
            "/auth/init",
            JSONObject()
                .put("app", app)
                .put("deviceInfo", device)
                .put("user", JSONObject().put("username", username)),
        )
        if (begun.getString("action") != "proceed") throw OtherWays(waysOf(begun))

        val credential = ask(begun.getJSONObject("assertionOptions"))
        val response = credential.getJSONObject("response")

        val done = service.post(
            "/auth/complete",
            JSONObject()
                .put("session", begun.getString("session"))
                .put(
                    "assertionResult",
                    JSONObject()
                        .put("credentialId", credential.getString("id"))
                        .put("clientDataJSON", response.getString("clientDataJSON"))
                        .put("authenticatorData", response.getString("authenticatorData"))
                        .put("signature", response.getString("signature"))
                        .putOpt("userHandle", response.opt("userHandle")),
                ),
        )
        return done.getString("jwtAccess")
    }

    private suspend fun ask(options: JSONObject): JSONObject {
        val request = GetCredentialRequest(listOf(GetPublicKeyCredentialOption(options.toString())))
        val answer = manager.getCredential(activity, request).credential as PublicKeyCredential
        return JSONObject(answer.authenticationResponseJson)
    }

    private fun waysOf(begun: JSONObject): List<String> =
        listOf("crossAuthMethods", "fallbackMethods").flatMap { name ->
            val ways = begun.getJSONArray(name)
            (0 until ways.length()).map { ways.getString(it) }
        }
    // #endregion

    // #region step-up
    /** Lets a user sign [payload], which they have just read; your backend checks the token. */
    suspend fun confirm(username: String, payload: String, nonce: String): String {
        val begun = service.post(
            "/tx/init",
            JSONObject()
                .put("username", username)
                .put("txType", "raw")
                .put("txPayload", payload)
                .put("nonce", nonce),
        )
        val credential = ask(begun.getJSONObject("assertionOptions"))
        val response = credential.getJSONObject("response")

        val done = service.post(
            "/tx/complete",
            JSONObject()
                .put("session", begun.getString("session"))
                .put("keyHandle", credential.getString("id"))
                .put("clientData", response.getString("clientDataJSON"))
                .put("authenticatorData", response.getString("authenticatorData"))
                .put("signature", response.getString("signature")),
        )
        return done.getString("token")
    }
    // #endregion

    // #region manage
    /** The passkeys of whom the token is of, oldest first. */
    suspend fun list(token: String): List<Passkey> {
        val passkeys = service.list("/passkeys", token)
        return (0 until passkeys.length()).map(passkeys::getJSONObject).map {
            Passkey(it.getString("id"), it.getString("name"), it.getString("createdAt"))
        }
    }

    suspend fun delete(passkey: Passkey, token: String) {
        service.delete("/passkeys/${passkey.id}", token)
    }
    // #endregion
}
