package io.github.thumbturn.app.testing

import io.github.thumbturn.app.AssertionRequest
import io.github.thumbturn.app.CreationRequest
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PasskeyPrompt
import io.github.thumbturn.app.PasskeySignal
import io.github.thumbturn.app.PromptAbilities
import io.github.thumbturn.app.PromptException
import java.util.Collections

/** A dialog that a software authenticator replaces, and what it was asked. */
class SoftwarePrompt(
    val device: SoftwareAuthenticator = SoftwareAuthenticator(),
    override val abilities: PromptAbilities = PromptAbilities(immediate = true, conditionalCreate = true, signals = true),
) : PasskeyPrompt {
    val asked: MutableList<Any> = Collections.synchronizedList(mutableListOf())
    val options: MutableList<String> = Collections.synchronizedList(mutableListOf())
    val signals: MutableList<Pair<PasskeySignal, String>> = Collections.synchronizedList(mutableListOf())

    override suspend fun create(options: String, request: CreationRequest): String {
        this.options += options
        asked += request
        return explainDomErrors { device.create(options) }
    }

    override suspend fun get(options: String, request: AssertionRequest): String {
        this.options += options
        asked += request
        return explainDomErrors { device.get(options) }
    }

    override suspend fun signal(signal: PasskeySignal, details: String) {
        signals += signal to details
    }
}

/** A dialog whose sign-in runs this instead. */
class SigningPrompt(private val sign: suspend (String) -> String) : PasskeyPrompt {
    override suspend fun create(options: String, request: CreationRequest): String = sign(options)

    override suspend fun get(options: String, request: AssertionRequest): String = sign(options)
}

private fun explainDomErrors(run: () -> String): String =
    try {
        run()
    } catch (error: DomError) {
        val problem = if (error.name == "InvalidStateError") PasskeyProblem.EXISTS else PasskeyProblem.NO_PASSKEY
        throw PromptException(problem, error)
    }
