package io.github.thumbturn.app

import io.github.thumbturn.app.testing.domErrors
import io.github.thumbturn.app.testing.explainingMessages
import io.github.thumbturn.app.testing.frameworkErrors
import io.github.thumbturn.app.testing.libraryErrors
import kotlin.test.Test
import kotlin.test.assertEquals

class AndroidErrorsTest {
    @Test
    fun `each documented error of Credential Manager is explained`() {
        for (error in frameworkErrors + libraryErrors + domErrors) {
            assertEquals(error.problem, findAndroidProblem(error.kind, error.type, "text"), error.type)
            assertEquals(error.problem, findAndroidProblem(error.kind, error.type, null), error.type)
        }
    }

    @Test
    fun `texts that name the cause come before types`() {
        val type = "android.credentials.GetCredentialException.TYPE_UNKNOWN"
        for ((message, problem) in explainingMessages) {
            assertEquals(problem, findAndroidProblem(CeremonyKind.ASSERTION, type, message), message)
        }
    }

    @Test
    fun `each problem has advice for its developer and a text for its user`() {
        for (problem in PasskeyProblem.entries) {
            val error = problem.explain("shop.example", null)
            assertEquals(problem.code, error.errorCode)
            assertEquals(false, "{rpId}" in error.message!! || error.userMessage.isEmpty())
        }
    }
}
