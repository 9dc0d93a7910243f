package io.github.thumbturn.app.androidx

import android.content.ContextWrapper
import androidx.credentials.CreatePasswordResponse
import androidx.credentials.PasswordCredential
import androidx.credentials.exceptions.CreateCredentialUnknownException
import androidx.credentials.exceptions.NoCredentialException
import io.github.thumbturn.app.AssertionRequest
import io.github.thumbturn.app.CeremonyKind
import io.github.thumbturn.app.CreationRequest
import io.github.thumbturn.app.PasskeyErrorCode
import io.github.thumbturn.app.PasskeyException
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PromptException
import io.github.thumbturn.app.SignedIn
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import io.github.thumbturn.app.Transaction
import io.github.thumbturn.app.testing.TestService
import io.github.thumbturn.app.testing.domErrors
import io.github.thumbturn.app.testing.explainingMessages
import io.github.thumbturn.app.testing.frameworkErrors
import io.github.thumbturn.app.testing.libraryErrors
import java.io.File
import java.io.PrintWriter
import java.io.StringWriter
import java.util.spi.ToolProvider
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private const val OPTIONS = """{"rp":{"id":"a.example"},"rpId":"a.example","user":{"id":"YQ","name":"ada"},"challenge":"YQ"}"""

/** Public members of androidx.credentials 1.3, with their parameters. */
private val documentedMembers = sortedSetOf(
    "CreatePublicKeyCredentialRequest.<init>(Ljava/lang/String;)",
    "CreatePublicKeyCredentialResponse.getRegistrationResponseJson()",
    "CredentialManager.createCredentialAsync(Landroid/content/Context;Landroidx/credentials/CreateCredentialRequest;" +
        "Landroid/os/CancellationSignal;Ljava/util/concurrent/Executor;Landroidx/credentials/CredentialManagerCallback;)",
    "CredentialManager.getCredentialAsync(Landroid/content/Context;Landroidx/credentials/GetCredentialRequest;" +
        "Landroid/os/CancellationSignal;Ljava/util/concurrent/Executor;Landroidx/credentials/CredentialManagerCallback;)",
    "GetCredentialRequest\$Builder.<init>()",
    "GetCredentialRequest\$Builder.addCredentialOption(Landroidx/credentials/CredentialOption;)",
    "GetCredentialRequest\$Builder.build()",
    "GetCredentialRequest\$Builder.setPreferImmediatelyAvailableCredentials(Z)",
    "GetCredentialResponse.getCredential()",
    "GetPublicKeyCredentialOption.<init>(Ljava/lang/String;)",
    "PublicKeyCredential.getAuthenticationResponseJson()",
    "exceptions/CreateCredentialException.getType()",
    "exceptions/GetCredentialException.getType()",
)

class AndroidxPromptTest {
    private val manager = FakeManager()
    private val activity = ContextWrapper(null)
    private val prompt = AndroidxPrompt(manager) { activity }
    private val thumbturn by lazy { Thumbturn(ThumbturnOptions(TestService.url, prompt)) }

    private fun runTest(body: suspend CoroutineScope.() -> Unit): Unit = runBlocking { body() }

    @Test
    fun `a user signs up, signs in, and confirms a transaction`() = runTest {
        val username = TestService.newName()
        val created = thumbturn.createPasskey(username)
        thumbturn.logout()
        assertEquals(created.userId, assertIs<SignedIn>(thumbturn.authenticateWithPasskey(username)).userId)
        assertEquals(created.userId, assertIs<SignedIn>(thumbturn.authenticateWithPasskey()).userId)
        assertNotNull(thumbturn.confirmTransaction(Transaction(username, "Pay 25.00 € to Grace")).token)
    }

    @Test
    fun `an immediate sign-in asks for passkeys of this device, and is null without one`() = runTest {
        thumbturn.createPasskey(TestService.newName())
        assertNotNull(thumbturn.signInImmediately())
        assertTrue(manager.requests.last().preferImmediatelyAvailableCredentials)
        manager.assertionError = NoCredentialException()
        assertNull(thumbturn.signInImmediately())
    }

    @Test
    fun `each exception of the library is explained`() = runTest {
        val documented = (frameworkErrors + libraryErrors + domErrors).associateBy { it.kind to it.type }
        assertEquals(documented.size, creationErrors.size + assertionErrors.size)
        for (exception in creationErrors) {
            manager.creationError = exception
            val error = assertFailsWith<PromptException> { ask(CeremonyKind.CREATION) }
            assertEquals(documented[CeremonyKind.CREATION to exception.type]?.problem, error.problem, exception.type)
            assertEquals(exception, error.cause)
        }
        for (exception in assertionErrors) {
            manager.assertionError = exception
            val error = assertFailsWith<PromptException> { ask(CeremonyKind.ASSERTION) }
            assertEquals(documented[CeremonyKind.ASSERTION to exception.type]?.problem, error.problem, exception.type)
        }
    }

    @Test
    fun `texts that name the cause come before types`() = runTest {
        for ((message, problem) in explainingMessages) {
            manager.creationError = CreateCredentialUnknownException(message)
            assertEquals(problem, assertFailsWith<PromptException> { ask(CeremonyKind.CREATION) }.problem, message)
        }
    }

    @Test
    fun `an error reaches the app with our code, the cause, and what to do`() = runTest {
        manager.assertionError = NoCredentialException()
        val error = assertFailsWith<PasskeyException> { thumbturn.authenticateWithPasskey() }
        assertEquals(PasskeyErrorCode.ERROR_NO_PASSKEY, error.errorCode)
        assertContains(error.message!!, "No passkey for localhost on this device")
        assertIs<NoCredentialException>(error.cause)
    }

    @Test
    fun `a password manager that returns no passkey has failed`() = runTest {
        manager.created = CreatePasswordResponse()
        manager.credential = PasswordCredential("ada", "secret")
        for (kind in CeremonyKind.entries)
            assertEquals(PasskeyProblem.FAILED, assertFailsWith<PromptException> { ask(kind) }.problem)
    }

    @Test
    fun `without a visible activity, no dialog opens`() = runTest {
        val hidden = AndroidxPrompt(manager) { null }
        for (kind in CeremonyKind.entries)
            assertEquals(PasskeyProblem.BACKGROUND, assertFailsWith<PromptException> { ask(kind, hidden) }.problem)
        assertEquals(emptyList(), manager.cancellations)
    }

    @Test
    fun `canceling the coroutine closes the dialog`() = runTest {
        manager.staysOpen = true
        for (kind in CeremonyKind.entries) {
            val opened = CompletableDeferred<Unit>()
            manager.opened = { opened.complete(Unit) }
            val asking = launch { ask(kind) }
            opened.await()
            asking.cancelAndJoin()
        }
        assertEquals(listOf(true, true), manager.cancellations.map { it.isCanceled })
    }

    @Test
    fun `the adapter calls what the library documents, and no synthetic member, which an optional parameter changes`() {
        val classes = File("target/classes").walk().filter { it.extension == "class" }.map { it.path }.toList()
        assertFalse(classes.any { "androidx/credentials" in it })
        val printed = StringWriter()
        val options = arrayOf("-c", "-p") + classes
        ToolProvider.findFirst("javap").get().run(PrintWriter(printed), PrintWriter(printed), *options)
        val called = Regex("""Method androidx/credentials/([^:]+):(\([^)]*\))""").findAll("$printed")
            .map { it.destructured }.map { (name, parameters) -> name.replace("\"", "") + parameters }.toSortedSet()
        assertEquals(documentedMembers, called)
    }

    private suspend fun ask(kind: CeremonyKind, from: AndroidxPrompt = prompt): String = when (kind) {
        CeremonyKind.CREATION -> from.create(OPTIONS, CreationRequest(conditional = false))
        CeremonyKind.ASSERTION -> from.get(OPTIONS, AssertionRequest(immediate = false))
    }
}
