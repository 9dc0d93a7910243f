package io.github.thumbturn.app

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withTimeout
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull
import kotlinx.serialization.json.longOrNull

/** A dialog that belongs to a session of the service. */
internal class Ceremony(val session: String, val options: JsonObject)

/** Creates a passkey, and reports a failure to the service. @throws PasskeyException if the dialog ends without a passkey */
internal suspend fun Client.createCredential(ceremony: Ceremony, conditional: Boolean): CreationResult {
    val rpId = (ceremony.options["rp"] as? JsonObject)?.text("id")
    return runDialog(ceremony, rpId) {
        readCreation(options.prompt.create(ceremony.options.toString(), CreationRequest(conditional)))
    }
}

/** Signs the challenge, and reports a failure to the service. @throws PasskeyException if the dialog ends without an assertion */
internal suspend fun Client.createAssertion(ceremony: Ceremony, immediate: Boolean = false): AssertionResult =
    runDialog(ceremony, ceremony.options.text("rpId")) {
        readAssertion(options.prompt.get(ceremony.options.toString(), AssertionRequest(immediate)))
    }

/** The session ends after the timeout of the options, even if a dialog never does. */
private suspend fun <Result> Client.runDialog(ceremony: Ceremony, rpId: String?, show: suspend () -> Result): Result {
    val timeout = (ceremony.options["timeout"] as? JsonPrimitive)?.longOrNull?.takeIf { it > 0 } ?: Long.MAX_VALUE
    val cause = try {
        return withTimeout(timeout) { show() }
    } catch (cause: CancellationException) {
        // Of the dialog, unless the caller was canceled.
        currentCoroutineContext().ensureActive()
        PromptException(PasskeyProblem.CANCELED, cause)
    } catch (cause: Exception) {
        cause
    }
    val error = explain(cause, rpId ?: "the RP ID")
    report(ceremony.session, error)
    throw error
}

/** A prompt is code of the app, which can throw anything. */
private fun explain(cause: Exception, rpId: String): PasskeyException = when (cause) {
    is PasskeyException -> cause
    is PromptException -> cause.problem.explain(rpId, cause.cause)
    else -> PasskeyProblem.OTHER.explain(rpId, cause)
}

private fun JsonObject.text(name: String): String? = (this[name] as? JsonPrimitive)?.contentOrNull

/** Options with the hints of the app in place of those of the application. */
internal fun JsonObject.withHints(hints: List<PasskeyHint>): JsonObject =
    if (hints.isEmpty()) this else JsonObject(this + ("hints" to JsonArray(hints.map { JsonPrimitive(it.text) })))
