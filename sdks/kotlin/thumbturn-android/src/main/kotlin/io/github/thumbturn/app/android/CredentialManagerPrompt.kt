package io.github.thumbturn.app.android

import android.content.Context
import android.credentials.CreateCredentialException
import android.credentials.CreateCredentialRequest
import android.credentials.CreateCredentialResponse
import android.credentials.CredentialManager
import android.credentials.GetCredentialException
import android.credentials.GetCredentialRequest
import android.credentials.GetCredentialResponse
import android.os.Bundle
import android.os.CancellationSignal
import android.os.OutcomeReceiver
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
 * The dialog of `android.credentials`, part of Android 14 (API 34) and later. For earlier versions, use `thumbturn-androidx`.
 *
 * [findActivity] returns the visible activity, in whose task the dialog opens; null if there is none.
 */
public class CredentialManagerPrompt(
    private val manager: CredentialManager,
    private val findActivity: () -> Context?,
) : PasskeyPrompt {
    override val abilities: PromptAbilities = PromptAbilities(immediate = true)

    override suspend fun create(options: String, request: CreationRequest): String {
        val activity = requireActivity()
        val response = suspendCancellableCoroutine { continuation ->
            val cancellation = CancellationSignal()
            continuation.invokeOnCancellation { cancellation.cancel() }
            val receiver = object : OutcomeReceiver<CreateCredentialResponse, CreateCredentialException> {
                override fun onResult(result: CreateCredentialResponse) = continuation.resume(result)

                override fun onError(error: CreateCredentialException) =
                    continuation.resumeWithException(explain(CeremonyKind.CREATION, error.type, error))
            }
            manager.createCredential(activity, createRequest(options), cancellation, Runnable::run, receiver)
        }
        return requireText(response.data, REGISTRATION_RESPONSE)
    }

    override suspend fun get(options: String, request: AssertionRequest): String {
        val activity = requireActivity()
        val wanted = createRequest(options, request.immediate)
        val response = suspendCancellableCoroutine { continuation ->
            val cancellation = CancellationSignal()
            continuation.invokeOnCancellation { cancellation.cancel() }
            val receiver = object : OutcomeReceiver<GetCredentialResponse, GetCredentialException> {
                override fun onResult(result: GetCredentialResponse) = continuation.resume(result)

                override fun onError(error: GetCredentialException) =
                    continuation.resumeWithException(explain(CeremonyKind.ASSERTION, error.type, error))
            }
            manager.getCredential(activity, wanted, cancellation, Runnable::run, receiver)
        }
        return requireText(response.credential.data, AUTHENTICATION_RESPONSE)
    }

    private fun requireActivity(): Context = findActivity() ?: throw PromptException(PasskeyProblem.BACKGROUND)
}

private fun explain(kind: CeremonyKind, type: String, error: Exception) =
    PromptException(findAndroidProblem(kind, type, error.message), error)

/** A provider can return anything. */
private fun requireText(data: Bundle, key: String): String =
    data.getString(key) ?: throw PromptException(PasskeyProblem.FAILED)
