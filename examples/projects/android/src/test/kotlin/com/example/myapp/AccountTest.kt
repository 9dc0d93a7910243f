package com.example.myapp

import io.github.thumbturn.app.AssertionRequest
import io.github.thumbturn.app.CreationRequest
import io.github.thumbturn.app.HttpResponse
import io.github.thumbturn.app.HttpTransport
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PasskeyPrompt
import io.github.thumbturn.app.PromptException
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlinx.coroutines.runBlocking

/** The responses of the service, by path. */
private val responses = mapOf(
    "/reg/init" to """{
        "session": "s",
        "action": "proceed",
        "registrationRequestOptions": { "rp": { "id": "localhost" } }
    }""",
    "/reg/complete" to """{ "jwtAccess": "token", "userId": "u" }""",
    "/auth/init" to """{
        "session": "s",
        "action": "proceed",
        "assertionOptions": { "rpId": "localhost" }
    }""",
)

private val service = HttpTransport { request ->
    HttpResponse(200, responses[request.url.substringAfter("/fido2/v2")] ?: "{}")
}

/** A phone whose user creates passkeys, and closes the dialog of a sign-in. */
private class FakePrompt : PasskeyPrompt {
    override suspend fun create(options: String, request: CreationRequest) =
        """{"id":"aWQ","response":{"clientDataJSON":"e30","attestationObject":"oA"}}"""

    override suspend fun get(options: String, request: AssertionRequest) =
        throw PromptException(PasskeyProblem.CANCELED)
}

class AccountTest {
    private val options = ThumbturnOptions("http://localhost:4300/apps/demo", FakePrompt(), transport = service)
    private val account = Account(Thumbturn(options))

    @Test
    fun `a user signs up`() {
        val state = runBlocking { account.signUp("ada@example.com") }
        assertEquals(AccountState("Signed in as ada@example.com", "token"), state)
    }

    @Test
    fun `a user who closes the dialog isn't signed in`() {
        assertNull(runBlocking { account.signIn() }.token)
    }
}
