package io.github.thumbturn.app

import io.github.thumbturn.app.testing.RecordingTransport
import io.github.thumbturn.app.testing.SoftwarePrompt
import io.github.thumbturn.app.testing.TestService
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking

/** Returns nothing, because JUnit ignores functions that return something. */
internal fun runTest(body: suspend CoroutineScope.() -> Unit): Unit = runBlocking { body() }

/** An app on a phone. */
internal class App(
    val prompt: PasskeyPrompt = SoftwarePrompt(),
    val storage: TokenStorage = MemoryTokenStorage(),
    device: DeviceInfo = DeviceInfo(osName = "Android"),
    trustKey: TrustKey? = null,
    disableAnalytics: Boolean = false,
) {
    val transport = RecordingTransport()
    val thumbturn = Thumbturn(
        ThumbturnOptions(
            baseUrl = TestService.url,
            prompt = prompt,
            storage = storage,
            device = device,
            trustKey = trustKey,
            disableAnalytics = disableAnalytics,
            transport = transport,
        ),
    )
    val software: SoftwarePrompt get() = prompt as SoftwarePrompt
}

internal suspend fun Thumbturn.signIn(username: String = ""): SignedIn =
    assertIs<SignedIn>(authenticateWithPasskey(username))

/** Runs what fails with this code. */
internal suspend fun expectPasskeyError(code: PasskeyErrorCode, run: suspend () -> Any?): PasskeyException {
    val error = assertFailsWith<PasskeyException> { run() }
    assertEquals(code, error.errorCode)
    return error
}

internal suspend fun expectApiError(status: Int, code: String, run: suspend () -> Any?): ApiException {
    val error = assertFailsWith<ApiException> { run() }
    assertEquals(status to code, error.status to error.code)
    return error
}
