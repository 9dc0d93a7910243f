package io.github.thumbturn.app.android

import io.github.thumbturn.app.ApiException
import io.github.thumbturn.app.AssertionRequest
import io.github.thumbturn.app.CeremonyKind
import io.github.thumbturn.app.CreatePasskeyOptions
import io.github.thumbturn.app.CreationRequest
import io.github.thumbturn.app.PasskeyErrorCode
import io.github.thumbturn.app.PasskeyException
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PromptException
import io.github.thumbturn.app.SignedIn
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import io.github.thumbturn.app.Transaction
import io.github.thumbturn.app.testing.SoftwareAuthenticator
import io.github.thumbturn.app.testing.TestService
import io.github.thumbturn.app.testing.domErrors
import io.github.thumbturn.app.testing.explainingMessages
import io.github.thumbturn.app.testing.frameworkErrors
import io.github.thumbturn.app.testing.libraryErrors
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private const val NO_CREDENTIAL = "android.credentials.GetCredentialException.TYPE_NO_CREDENTIAL"
private const val CREATION_OPTIONS =
    """{"rp":{"id":"shop.example"},"user":{"id":"YWRh","name":"ada","displayName":"Ada"},"challenge":"YQ"}"""
private const val ASSERTION_OPTIONS = """{"rpId":"shop.example","challenge":"YQ"}"""

class CredentialManagerPromptTest {
    private val device = SoftwareAuthenticator()
    private val system = FakeSystem(device)
    private val prompt = CredentialManagerPrompt(system.manager) { system.activity }
    private val thumbturn by lazy { Thumbturn(ThumbturnOptions(TestService.url, prompt)) }

    private fun runTest(body: suspend CoroutineScope.() -> Unit): Unit = runBlocking { body() }

    @Test
    fun `a user signs up, signs in, and confirms a transaction through the framework`() = runTest {
        val username = TestService.newName()
        val created = thumbturn.createPasskey(username, CreatePasskeyOptions(displayName = "Ada"))
        thumbturn.logout()
        assertEquals(created.userId, assertIs<SignedIn>(thumbturn.authenticateWithPasskey(username)).userId)
        assertEquals(created.userId, assertIs<SignedIn>(thumbturn.authenticateWithPasskey()).userId)
        assertNotNull(thumbturn.confirmTransaction(Transaction(username, "Pay 25.00 € to Grace")).token)
    }

    @Test
    fun `a request has what password managers expect`() = runTest {
        prompt.create(CREATION_OPTIONS, CreationRequest(conditional = false))
        val creation = system.creation
        assertEquals("androidx.credentials.TYPE_PUBLIC_KEY_CREDENTIAL", creation.type)
        for (data in listOf(creation.credentialData, creation.candidateQueryData)) {
            val subtype = "androidx.credentials.BUNDLE_VALUE_SUBTYPE_CREATE_PUBLIC_KEY_CREDENTIAL_REQUEST"
            assertEquals(subtype, data.getString("androidx.credentials.BUNDLE_KEY_SUBTYPE"))
            assertEquals(CREATION_OPTIONS, data.getString("androidx.credentials.BUNDLE_KEY_REQUEST_JSON"))
        }
        val shown = creation.credentialData.getBundle("androidx.credentials.BUNDLE_KEY_REQUEST_DISPLAY_INFO")
        assertEquals("ada", shown?.getCharSequence("androidx.credentials.BUNDLE_KEY_USER_ID"))
        assertEquals("Ada", shown?.getCharSequence("androidx.credentials.BUNDLE_KEY_USER_DISPLAY_NAME"))

        prompt.get(ASSERTION_OPTIONS, AssertionRequest(immediate = true))
        val option = system.assertion.credentialOptions.single()
        val subtype = "androidx.credentials.BUNDLE_VALUE_SUBTYPE_GET_PUBLIC_KEY_CREDENTIAL_OPTION"
        assertEquals(subtype, option.candidateQueryData.getString("androidx.credentials.BUNDLE_KEY_SUBTYPE"))
        assertEquals(ASSERTION_OPTIONS, option.credentialRetrievalData.getString("androidx.credentials.BUNDLE_KEY_REQUEST_JSON"))
        val immediate = "androidx.credentials.BUNDLE_KEY_PREFER_IMMEDIATELY_AVAILABLE_CREDENTIALS"
        assertEquals(true, system.assertion.data.getBoolean(immediate))
    }

    @Test
    fun `an immediate sign-in is null without a passkey`() = runTest {
        thumbturn.createPasskey(TestService.newName())
        assertNotNull(thumbturn.signInImmediately())
        system.error = NO_CREDENTIAL to "No credentials available"
        assertNull(thumbturn.signInImmediately())
    }

    @Test
    fun `each documented error is explained`() = runTest {
        for (documented in frameworkErrors + libraryErrors + domErrors) {
            system.error = documented.type to "text"
            val error = assertFailsWith<PromptException> { ask(documented.kind) }
            assertEquals(documented.problem, error.problem, documented.type)
            assertEquals("text", error.cause?.message)
        }
        for ((message, problem) in explainingMessages) {
            system.error = frameworkErrors.first().type to message
            assertEquals(problem, assertFailsWith<PromptException> { ask(CeremonyKind.CREATION) }.problem, message)
        }
    }

    @Test
    fun `an error reaches the app with our code, the cause, and what to do`() = runTest {
        system.error = NO_CREDENTIAL to null
        val missing = assertFailsWith<PasskeyException> { thumbturn.authenticateWithPasskey() }
        assertEquals(PasskeyErrorCode.ERROR_NO_PASSKEY, missing.errorCode)
        assertContains(missing.message!!, "No passkey for localhost on this device")
        assertIs<android.credentials.GetCredentialException>(missing.cause)
        system.error = domErrors.first { it.problem == PasskeyProblem.ASSOCIATION }.type to null
        val mismatch = assertFailsWith<PasskeyException> { thumbturn.authenticateWithPasskey() }
        assertContains(mismatch.message!!, "https://localhost/.well-known/assetlinks.json does not list this app")
    }

    @Test
    fun `without a visible activity, no dialog opens`() = runTest {
        val hidden = CredentialManagerPrompt(system.manager) { null }
        for (ask in listOf<suspend () -> String>(
            { hidden.create(CREATION_OPTIONS, CreationRequest(conditional = false)) },
            { hidden.get(ASSERTION_OPTIONS, AssertionRequest(immediate = false)) },
        )) assertEquals(PasskeyProblem.BACKGROUND, assertFailsWith<PromptException> { ask() }.problem)
    }

    @Test
    fun `a password manager that returns something else has failed`() = runTest {
        system.responseKey = "com.example.SOMETHING"
        thumbturn.apply {
            val error = assertFailsWith<PasskeyException> { createPasskey(TestService.newName()) }
            assertEquals(PasskeyErrorCode.ERROR_AUTHENTICATOR_UNKNOWN_ERROR, error.errorCode)
        }
        system.responseKey = null
        system.response = "{}"
        assertEquals(400, assertFailsWith<ApiException> { thumbturn.createPasskey(TestService.newName()) }.status)
    }

    @Test
    fun `canceling the coroutine closes the dialog`() = runTest {
        system.staysOpen = true
        for (kind in CeremonyKind.entries) {
            val opened = CompletableDeferred<Unit>()
            system.opened = { opened.complete(Unit) }
            val asking = launch { ask(kind) }
            opened.await()
            asking.cancelAndJoin()
        }
        assertEquals(2, system.cancellations)
    }

    private suspend fun ask(kind: CeremonyKind): String = when (kind) {
        CeremonyKind.CREATION -> prompt.create(CREATION_OPTIONS, CreationRequest(conditional = false))
        CeremonyKind.ASSERTION -> prompt.get(ASSERTION_OPTIONS, AssertionRequest(immediate = false))
    }
}
