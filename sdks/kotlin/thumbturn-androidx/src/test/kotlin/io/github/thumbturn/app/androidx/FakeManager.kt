package io.github.thumbturn.app.androidx

import android.content.Context
import android.os.CancellationSignal
import androidx.credentials.CreateCredentialRequest
import androidx.credentials.CreateCredentialResponse
import androidx.credentials.CreatePublicKeyCredentialRequest
import androidx.credentials.CreatePublicKeyCredentialResponse
import androidx.credentials.Credential
import androidx.credentials.CredentialManager
import androidx.credentials.CredentialManagerCallback
import androidx.credentials.GetCredentialRequest
import androidx.credentials.GetCredentialResponse
import androidx.credentials.GetPublicKeyCredentialOption
import androidx.credentials.PublicKeyCredential
import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.GetCredentialException
import io.github.thumbturn.app.testing.SoftwareAuthenticator
import java.util.concurrent.Executor

/** The library's interface with a software authenticator behind it. */
class FakeManager(private val device: SoftwareAuthenticator = SoftwareAuthenticator()) : CredentialManager {
    var creationError: CreateCredentialException? = null
    var assertionError: GetCredentialException? = null

    /** What a password manager returns in place of a passkey. */
    var created: CreateCredentialResponse? = null
    var credential: Credential? = null
    var staysOpen = false
    var opened: () -> Unit = {}
    val requests = mutableListOf<GetCredentialRequest>()
    val cancellations = mutableListOf<CancellationSignal>()

    override fun createCredentialAsync(
        context: Context,
        request: CreateCredentialRequest,
        cancellationSignal: CancellationSignal?,
        executor: Executor,
        callback: CredentialManagerCallback<CreateCredentialResponse, CreateCredentialException>,
    ) = executor.execute {
        show(cancellationSignal) {
            val error = creationError
            if (error != null) callback.onError(error)
            else callback.onResult(created ?: create(request as CreatePublicKeyCredentialRequest))
        }
    }

    override fun getCredentialAsync(
        context: Context,
        request: GetCredentialRequest,
        cancellationSignal: CancellationSignal?,
        executor: Executor,
        callback: CredentialManagerCallback<GetCredentialResponse, GetCredentialException>,
    ) = executor.execute {
        requests += request
        show(cancellationSignal) {
            val error = assertionError
            if (error != null) callback.onError(error)
            else callback.onResult(GetCredentialResponse(credential ?: sign(request)))
        }
    }

    private fun show(cancellation: CancellationSignal?, finish: () -> Unit) {
        cancellation?.let(cancellations::add)
        opened()
        if (!staysOpen) finish()
    }

    private fun create(request: CreatePublicKeyCredentialRequest) =
        CreatePublicKeyCredentialResponse(device.create(request.requestJson))

    private fun sign(request: GetCredentialRequest) =
        PublicKeyCredential(device.get((request.credentialOptions.single() as GetPublicKeyCredentialOption).requestJson))
}
