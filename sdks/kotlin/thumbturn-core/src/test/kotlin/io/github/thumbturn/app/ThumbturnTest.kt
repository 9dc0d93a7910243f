package io.github.thumbturn.app

import io.github.thumbturn.app.testing.SigningPrompt
import io.github.thumbturn.app.testing.SoftwareAuthenticator
import io.github.thumbturn.app.testing.SoftwarePrompt
import io.github.thumbturn.app.testing.TestService
import java.security.KeyPairGenerator
import java.security.spec.ECGenParameterSpec
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeout

class ThumbturnTest {
    @Test
    fun `a user signs up, out, and in, with and without a username`() = runTest {
        val app = App()
        val username = TestService.newName()
        val created = app.thumbturn.createPasskey(username, CreatePasskeyOptions(displayName = "Ada"))
        assertEquals(username, app.thumbturn.getSessionInfo()?.username)
        assertEquals(created.token, app.thumbturn.getToken())
        app.thumbturn.logout()
        assertNull(app.thumbturn.getSessionInfo())
        for (name in listOf(username, "")) {
            val signedIn = app.thumbturn.signIn(name)
            assertEquals(created.userId to created.deviceId, signedIn.userId to signedIn.deviceId)
        }
    }

    @Test
    fun `a user stays signed in when the app starts again`() = runTest {
        val app = App()
        val username = TestService.newName()
        app.thumbturn.createPasskey(username)
        val session = App(storage = app.storage).thumbturn.getSessionInfo()
        assertEquals(username to "localhost", session?.username to session?.rpId)
    }

    @Test
    fun `an app whose certificate the application doesn't list is rejected`() = runTest {
        val stranger = SoftwareAuthenticator("android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        val app = App(SoftwarePrompt(stranger))
        expectApiError(403, "forbidden") { app.thumbturn.createPasskey(TestService.newName()) }
        val (signal, details) = app.software.signals.single()
        assertEquals(PasskeySignal.UNKNOWN_CREDENTIAL, signal)
        assertContains(details, """"rpId":"localhost"""")
    }

    @Test
    fun `the device ID and what the app says about the device are sent with each start`() = runTest {
        val app = App(device = DeviceInfo(osName = "Android", clientName = "Shop"))
        val created = app.thumbturn.createPasskey(TestService.newName())
        app.thumbturn.signIn()
        val device = app.thumbturn.listPasskeys().single().lastUsedFromDevice
        assertEquals(listOf("other", "Android", "Shop"), listOf(device?.clientType, device?.osName, device?.clientName))
        assertEquals(created.deviceId, device?.deviceId)
    }

    @Test
    fun `a signed-in user adds a passkey, and lists, renames, and deletes passkeys`() = runTest {
        val first = App()
        val username = TestService.newName()
        val passkeyId = first.thumbturn.createPasskey(username).passkeyId!!
        val second = App(storage = first.storage)
        val added = second.thumbturn.createPasskey(username, CreatePasskeyOptions(passkeyName = "Tablet")).passkeyId!!
        assertContains(second.thumbturn.listPasskeys().map { it.name }, "Tablet")
        second.thumbturn.renamePasskey(added, "Big tablet")
        second.thumbturn.deletePasskey(passkeyId)
        assertEquals(listOf("Big tablet"), second.thumbturn.listPasskeys().map { it.name })
        val details = second.software.signals.last { it.first == PasskeySignal.ALL_ACCEPTED_CREDENTIALS }.second
        assertEquals(1, Regex("allAcceptedCredentialIds\":\\[\"[^\"]+\"]").findAll(details).count())
    }

    @Test
    fun `a user who deletes the passkey of the session is hidden from the account picker`() = runTest {
        val app = App()
        val passkeyId = app.thumbturn.createPasskey(TestService.newName()).passkeyId!!
        app.thumbturn.deletePasskey(passkeyId)
        val details = app.software.signals.last().second
        assertContains(details, """"allAcceptedCredentialIds":[]""")
    }

    @Test
    fun `the names of a user are signaled`() = runTest {
        val app = App()
        app.thumbturn.createPasskey(TestService.newName())
        app.thumbturn.signalUserDetails(UserDetails("Ada Lovelace", "ada"))
        val (signal, details) = app.software.signals.last()
        assertEquals(PasskeySignal.CURRENT_USER_DETAILS, signal)
        assertContains(details, """"name":"ada","displayName":"Ada Lovelace"""")
    }

    @Test
    fun `a passkey of this device is not created twice`() = runTest {
        val app = App()
        val username = TestService.newName()
        app.thumbturn.createPasskey(username)
        expectPasskeyError(PasskeyErrorCode.ERROR_PASSKEY_EXISTS) { app.thumbturn.createPasskey(username) }
    }

    @Test
    fun `a code from one device leads to a passkey on another`() = runTest {
        val app = App()
        val username = TestService.newName()
        app.thumbturn.createPasskey(username)
        val code = app.thumbturn.requestOtp().code
        val other = App()
        val wrong = EnteredCode(username, code.reversed() + "0")
        assertEquals("invalid_code", assertFailsWith<ApiException> { other.thumbturn.validateOtp(wrong) }.reason)
        other.thumbturn.validateOtp(EnteredCode(username, "${code.take(3)} ${code.drop(3)}"))
        assertNotNull(other.thumbturn.createPasskey(username).passkeyId)
        other.thumbturn.requestAndSendOtp(username, OtpMethod.EMAIL)
    }

    @Test
    fun `without a passkey, the result lists the other ways`() = runTest {
        val fallback = assertIs<SignInFallback>(App().thumbturn.authenticateWithPasskey(TestService.newName()))
        assertTrue((fallback.crossAuthMethods + fallback.fallbackMethods).isNotEmpty())
    }

    @Test
    fun `a transaction is confirmed, and the token of the sign-in stays`() = runTest {
        val app = App()
        val username = TestService.newName()
        val token = app.thumbturn.createPasskey(username).token
        val confirmed = app.thumbturn.confirmTransaction(Transaction(username, "Pay 25.00 € to Grace", "order-1"))
        assertEquals("order-1", confirmed.nonce)
        assertTrue(confirmed.token.isNotEmpty() && confirmed.txHash.isNotEmpty())
        assertEquals(token, app.thumbturn.getToken())
    }

    @Test
    fun `an immediate sign-in asks for passkeys of this device only, and is null without one`() = runTest {
        val app = App()
        val passkeyId = app.thumbturn.createPasskey(TestService.newName()).passkeyId
        assertEquals(passkeyId, app.thumbturn.signInImmediately()?.passkeyId)
        assertTrue(assertIs<AssertionRequest>(app.software.asked.last()).immediate)
        app.software.device.credentials.clear()
        assertNull(app.thumbturn.signInImmediately())
    }

    @Test
    fun `a prompt without these abilities is never asked to sign in immediately or to create silently`() = runTest {
        val app = App(SoftwarePrompt(abilities = PromptAbilities()))
        assertNull(app.thumbturn.signInImmediately())
        assertNull(app.thumbturn.upgradeToPasskey(TestService.newName()))
        assertEquals(emptyList(), app.software.asked)
    }

    @Test
    fun `after another kind of sign-in, the system creates a passkey without a dialog`() = runTest {
        val username = TestService.newName()
        val first = App().also { it.thumbturn.createPasskey(username) }
        val app = App(storage = first.storage)
        assertNotNull(app.thumbturn.upgradeToPasskey(username))
        assertTrue(assertIs<CreationRequest>(app.software.asked.single()).conditional)
        // Now the device has a passkey, so the system creates none.
        assertNull(app.thumbturn.upgradeToPasskey(username))
    }

    @Test
    fun `a taken username is an error before the dialog opens`() = runTest {
        val username = TestService.newName()
        App().thumbturn.createPasskey(username)
        val app = App()
        val error = expectPasskeyError(PasskeyErrorCode.ERROR_SIGN_IN_REQUIRED) { app.thumbturn.createPasskey(username) }
        assertEquals("This username is taken: sign in, or pass a token with reg:write", error.message)
        assertEquals(emptyList(), app.software.asked)
    }

    @Test
    fun `a granted token adds a passkey for its user`() = runTest {
        val username = TestService.newName()
        App().thumbturn.createPasskey(username)
        val body = """{"username":"$username","grants":["reg:write"]}"""
        val token = Regex("\"token\":\"([^\"]+)\"").find(TestService.callAsBackend("/mgmt/grant", body).toString())
        val options = CreatePasskeyOptions(token = token!!.groupValues[1], securityKey = true)
        assertNotNull(App().thumbturn.createPasskey(username, options).passkeyId)
    }

    @Test
    fun `the hints of the app replace those of the application`() = runTest {
        val app = App()
        val hints = listOf(PasskeyHint.SECURITY_KEY, PasskeyHint.HYBRID)
        app.thumbturn.createPasskey(TestService.newName(), CreatePasskeyOptions(hints = hints))
        app.thumbturn.authenticateWithPasskey(options = SignInOptions(hints = hints))
        for (options in app.software.options) assertContains(options, """"hints":["security-key","hybrid"]""")
    }

    @Test
    fun `a failed dialog is explained and reported, a canceled one only explained`() = runTest {
        val cause = IllegalStateException("What the system says")
        val failing = App(SigningPrompt { throw PromptException(PasskeyProblem.ASSOCIATION, cause) })
        val error = expectPasskeyError(PasskeyErrorCode.ERROR_DOMAIN_MISMATCH) { failing.thumbturn.signIn() }
        assertContains(error.message!!, "https://localhost/.well-known/assetlinks.json does not list this app")
        assertEquals(cause, error.cause)
        withTimeout(60_000) { while (failing.transport.find("/client-events/submit").isEmpty()) delay(5) }
        val event = failing.transport.find("/client-events/submit").single().body!!
        assertContains(event, "ERROR_DOMAIN_MISMATCH - https://localhost/")
        assertContains(event, "IllegalStateException - What the system says")

        val canceled = App(SigningPrompt { throw PromptException(PasskeyProblem.CANCELED) })
        expectPasskeyError(PasskeyErrorCode.ERROR_PASSKEY_ABORTED) { canceled.thumbturn.signIn() }
        val late = App(SigningPrompt { withTimeout(1) { awaitCancellation() } })
        expectPasskeyError(PasskeyErrorCode.ERROR_PASSKEY_ABORTED) { late.thumbturn.signIn() }
        val silent = App(SigningPrompt { throw cause }, disableAnalytics = true)
        expectPasskeyError(PasskeyErrorCode.ERROR_GENERAL_ERROR) { silent.thumbturn.signIn() }
        for (app in listOf(canceled, late, silent)) assertEquals(emptyList(), app.transport.find("/client-events/submit"))
    }

    @Test
    fun `what a prompt returns and nobody can read is an error of the authenticator`() = runTest {
        for (text in listOf("", "null", "[]", "{")) {
            val app = App(SigningPrompt { text })
            expectPasskeyError(PasskeyErrorCode.ERROR_AUTHENTICATOR_UNKNOWN_ERROR) { app.thumbturn.signIn() }
        }
        // Without fields, it is the service that rejects it.
        expectApiError(400, "bad_request") { App(SigningPrompt { "{}" }).thumbturn.signIn() }
    }

    @Test
    fun `canceling the coroutine ends a sign-in although the dialog stays open`() = runTest {
        val opened = CompletableDeferred<Unit>()
        val app = App(SigningPrompt { opened.complete(Unit); awaitCancellation() })
        val signingIn = async { app.thumbturn.signIn() }
        opened.await()
        signingIn.cancelAndJoin()
        assertFailsWith<CancellationException> { signingIn.await() }
        assertEquals(emptyList(), app.transport.find("/auth/complete"))
        assertEquals(emptyList(), app.transport.find("/client-events/submit"))
    }

    @Test
    fun `a device with a trust key is known after its first sign-in`() = runTest {
        val keys = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }
        val app = App(trustKey = TrustKey("ABCDEFGHIJKLMNOPQRSTUVWX1", keys.generateKeyPair()))
        assertFalse(app.thumbturn.isDeviceKnown())
        app.thumbturn.createPasskey(TestService.newName())
        repeat(20) { assertTrue(app.thumbturn.isDeviceKnown()) }
        assertFalse(App().thumbturn.isDeviceKnown())
    }

    @Test
    fun `nothing but flags of extensions leaves the app`() = runTest {
        val app = App()
        app.thumbturn.createPasskey(TestService.newName())
        val body = app.transport.find("/reg/complete").single().body!!
        assertContains(body, """"clientExtensionResults":{"credProps":{"rk":true}}""")
        assertFalse(body.contains("c2VjcmV0"))
        assertEquals(true, app.thumbturn.listPasskeys().single().extensions?.client?.discoverable)
    }
}
