package io.github.thumbturn.app.androidx

import android.content.Context
import android.os.CancellationSignal
import androidx.credentials.CreateCredentialResponse
import androidx.credentials.CreatePublicKeyCredentialRequest
import androidx.credentials.CreatePublicKeyCredentialResponse
import androidx.credentials.CredentialManager
import androidx.credentials.CredentialManagerCallback
import androidx.credentials.GetCredentialRequest
import androidx.credentials.GetCredentialResponse
import androidx.credentials.GetPublicKeyCredentialOption
import androidx.credentials.PublicKeyCredential
import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.GetCredentialException
import io.github.thumbturn.app.AssertionRequest
import io.github.thumbturn.app.CeremonyKind
import io.github.thumbturn.app.CreationRequest
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PasskeyPrompt
import io.github.thumbturn.app.PromptAbilities
import io.github.thumbturn.app.PromptException
import io.github.thumbturn.app.findAndroidProblem
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * The dialog of `androidx.credentials` 1.3 or later, for Android 9 (API 28) and later. Add that library to your app, with
 * `credentials-play-services-auth` for Android 13 and earlier.
 *
 * [findActivity] returns the visible activity, in whose task the dialog opens; null if there is none.
 */
public class AndroidxPrompt(
    private val manager: CredentialManager,
    private val findActivity: () -> Context?,
) : PasskeyPrompt {
    override val abilities: PromptAbilities = PromptAbilities(immediate = true)

    override suspend fun create(options: String, request: CreationRequest): String {
        val activity = requireActivity()
        val wanted = CreatePublicKeyCredentialRequest(options)
        val response = suspendCancellableCoroutine { continuation ->
            val cancellation = CancellationSignal()
            continuation.invokeOnCancellation { cancellation.cancel() }
            val callback = object : CredentialManagerCallback<CreateCredentialResponse, CreateCredentialException> {
                override fun onResult(result: CreateCredentialResponse) = continuation.resume(result)

                override fun onError(e: CreateCredentialException) =
                    continuation.resumeWithException(explain(CeremonyKind.CREATION, e.type, e))
            }
            manager.createCredentialAsync(activity, wanted, cancellation, Runnable::run, callback)
        }
        val created = response as? CreatePublicKeyCredentialResponse ?: throw PromptException(PasskeyProblem.FAILED)
        return created.registrationResponseJson
    }

    override suspend fun get(options: String, request: AssertionRequest): String {
        val activity = requireActivity()
        val wanted = createRequest(options, request)
        val response = suspendCancellableCoroutine { continuation ->
            val cancellation = CancellationSignal()
            continuation.invokeOnCancellation { cancellation.cancel() }
            val callback = object : CredentialManagerCallback<GetCredentialResponse, GetCredentialException> {
                override fun onResult(result: GetCredentialResponse) = continuation.resume(result)

                override fun onError(e: GetCredentialException) =
                    continuation.resumeWithException(explain(CeremonyKind.ASSERTION, e.type, e))
            }
            manager.getCredentialAsync(activity, wanted, cancellation, Runnable::run, callback)
        }
        val passkey = response.credential as? PublicKeyCredential ?: throw PromptException(PasskeyProblem.FAILED)
        return passkey.authenticationResponseJson
    }

    private fun requireActivity(): Context = findActivity() ?: throw PromptException(PasskeyProblem.BACKGROUND)
}

private fun createRequest(options: String, request: AssertionRequest): GetCredentialRequest =
    GetCredentialRequest.Builder()
        .addCredentialOption(GetPublicKeyCredentialOption(options))
        .setPreferImmediatelyAvailableCredentials(request.immediate)
        .build()

private fun explain(kind: CeremonyKind, type: String, error: Exception) =
    PromptException(findAndroidProblem(kind, type, error.message), error)
