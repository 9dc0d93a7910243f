package io.github.thumbturn.app.android

import android.content.Context
import android.content.ContextWrapper
import android.credentials.CreateCredentialRequest
import android.credentials.CreateCredentialResponse
import android.credentials.Credential
import android.credentials.CredentialManager
import android.credentials.GetCredentialRequest
import android.credentials.GetCredentialResponse
import android.credentials.ICreateCredentialCallback
import android.credentials.ICredentialManager
import android.credentials.IGetCredentialCallback
import android.os.Bundle
import android.os.ICancellationSignal
import io.github.thumbturn.app.testing.SoftwareAuthenticator
import java.lang.reflect.Proxy

/** The activity of an app. */
class FakeActivity : ContextWrapper(null) {
    override fun getOpPackageName(): String = "com.example.shop"
}

/** Stands in for the part of Android that shows the dialog, behind the framework's own CredentialManager. */
class FakeSystem(private val device: SoftwareAuthenticator = SoftwareAuthenticator()) {
    val activity: Context = FakeActivity()

    /** The type and the message that every dialog ends with. */
    var error: Pair<String, String?>? = null

    /** Dialogs that are opened stay open. */
    var staysOpen = false

    /** What a password manager returns in place of the device's response. */
    var response: String? = null
    var responseKey: String? = null
    var opened: () -> Unit = {}
    var cancellations = 0
    lateinit var creation: CreateCredentialRequest
    lateinit var assertion: GetCredentialRequest

    val manager: CredentialManager = CredentialManager(
        activity,
        Proxy.newProxyInstance(javaClass.classLoader, arrayOf(ICredentialManager::class.java)) { _, method, args ->
            when (method.name) {
                "executeCreateCredential" -> create(args[0] as CreateCredentialRequest, args[1] as ICreateCredentialCallback)
                "executeGetCredential" -> get(args[0] as GetCredentialRequest, args[1] as IGetCredentialCallback)
                else -> throw UnsupportedOperationException(method.name)
            }
        } as ICredentialManager,
    )

    private fun create(request: CreateCredentialRequest, callback: ICreateCredentialCallback): ICancellationSignal {
        creation = request
        show({ type, message -> callback.onError(type, message) }) {
            val json = device.create(request.credentialData.getString(KEY_JSON)!!)
            callback.onResponse(CreateCredentialResponse(createData(REGISTRATION_RESPONSE, json)))
        }
        return createSignal()
    }

    private fun get(request: GetCredentialRequest, callback: IGetCredentialCallback): ICancellationSignal {
        assertion = request
        show({ type, message -> callback.onError(type, message) }) {
            val option = request.credentialOptions.single()
            val json = device.get(option.credentialRetrievalData.getString(KEY_JSON)!!)
            callback.onResponse(GetCredentialResponse(Credential(option.type, createData(AUTHENTICATION_RESPONSE, json))))
        }
        return createSignal()
    }

    private fun show(fail: (String, String?) -> Unit, succeed: () -> Unit) {
        opened()
        if (staysOpen) return
        error?.let { (type, message) -> fail(type, message) } ?: succeed()
    }

    private fun createData(key: String, json: String) = Bundle().apply { putString(responseKey ?: key, response ?: json) }

    private fun createSignal() = object : ICancellationSignal.Stub() {
        override fun cancel() {
            cancellations++
        }
    }

    private companion object {
        const val KEY_JSON = "androidx.credentials.BUNDLE_KEY_REQUEST_JSON"
    }
}
