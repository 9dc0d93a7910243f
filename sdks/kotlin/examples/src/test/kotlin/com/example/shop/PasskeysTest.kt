package com.example.shop

import android.content.SharedPreferences
import io.github.thumbturn.app.PasskeyProblem
import io.github.thumbturn.app.PromptException
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import io.github.thumbturn.app.testing.SigningPrompt
import io.github.thumbturn.app.testing.SoftwarePrompt
import io.github.thumbturn.app.testing.TestService
import java.lang.reflect.Proxy
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking

class PasskeysTest {
    private val preferences = mutableMapOf<String, String>()
    private val storage = PreferencesStorage(createPreferences())
    private fun open() = Thumbturn(ThumbturnOptions(TestService.url, SoftwarePrompt(), storage = storage))

    private fun runTest(body: suspend CoroutineScope.() -> Unit): Unit = runBlocking { body() }

    @BeforeTest
    fun clear() = shown.clear()

    @Test
    fun `a user signs up and in, confirms, and manages passkeys`() = runTest {
        val thumbturn = open()
        val username = TestService.newName()
        val token = signUp(thumbturn, username)
        assertTrue(token in preferences.values)
        assertEquals(token, signInAtStart(thumbturn))
        assertNotNull(confirm(thumbturn, username, "Pay 25.00 € to Grace"))
        val code = showCode(thumbturn)
        thumbturn.logout()
        assertTrue(token !in preferences.values)
        assertNotNull(signIn(thumbturn, username))
        assertNotNull(signInAtStart(thumbturn.also { it.logout() }))
        assertNotNull(addDevice(open(), username, code))
        val (first, second) = list(thumbturn)
        rename(thumbturn, second, "Phone")
        delete(thumbturn, first)
        assertEquals(listOf("Phone"), list(thumbturn).map { it.name })
    }

    @Test
    fun `a user without a passkey sees the other ways`() = runTest {
        assertNull(signIn(open(), TestService.newName()))
        assertContains(shown, "otp")
    }

    @Test
    fun `a flow performs each factor`() = runTest {
        val details = runFlow(open(), TestService.newName()) { error("No code was sent") }
        assertTrue(details.isComplete)
    }

    @Test
    fun `an error is logged for you, and shown to the user`() = runTest {
        val prompt = SigningPrompt { throw PromptException(PasskeyProblem.ASSOCIATION) }
        val thumbturn = Thumbturn(ThumbturnOptions(TestService.url, prompt))
        report { signIn(thumbturn) }
        assertContains(shown.first(), "ERROR_DOMAIN_MISMATCH: https://localhost/.well-known/assetlinks.json")
        assertEquals(2, shown.size)
    }

    /** SharedPreferences that a map replaces: the class of the framework needs a device. */
    private fun createPreferences(): SharedPreferences = proxy { name, args ->
        when (name) {
            "getString" -> preferences[args[0]]
            "edit" -> createEditor()
            else -> error(name)
        }
    }

    private fun createEditor(): SharedPreferences.Editor = proxy { name, args ->
        when (name) {
            "putString" -> preferences.put(args[0] as String, args[1] as String).let { null }
            "remove" -> preferences.remove(args[0]).let { null }
            "commit" -> true
            else -> error(name)
        }
    }

    private inline fun <reified Type> proxy(crossinline answer: (String, Array<Any?>) -> Any?): Type =
        Proxy.newProxyInstance(javaClass.classLoader, arrayOf(Type::class.java)) { _, method, args ->
            answer(method.name, args ?: emptyArray())
        } as Type
}
