package io.github.thumbturn.app

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import io.github.thumbturn.app.testing.SoftwarePrompt
import java.net.InetSocketAddress
import java.util.Locale
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.withTimeout

class HttpTest {
    private val threads = Executors.newCachedThreadPool()
    private val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0).apply { executor = threads }
    private val url get() = "http://127.0.0.1:${server.address.port}/apps/demo"
    private val thumbturn get() = Thumbturn(ThumbturnOptions(url, SoftwarePrompt()))

    private fun serve(respond: (HttpExchange) -> Unit) {
        server.createContext("/") { exchange -> exchange.use(respond) }
        server.start()
    }

    private fun HttpExchange.use(respond: (HttpExchange) -> Unit) = try {
        respond(this)
    } finally {
        close()
    }

    private fun serve(status: Int, body: String, header: Pair<String, String>? = null) = serve { exchange ->
        header?.let { (name, value) -> exchange.responseHeaders.add(name, value) }
        exchange.sendResponseHeaders(status, body.length.toLong().takeIf { it > 0 } ?: -1)
        exchange.responseBody.write(body.toByteArray())
    }

    @AfterTest
    fun stop() {
        server.stop(0)
        threads.shutdownNow()
    }

    @Test
    fun `a service that is down is an error with advice for devices`() = runTest {
        val down = Thumbturn(ThumbturnOptions("http://127.0.0.1:9/apps/demo", SoftwarePrompt()))
        val error = expectApiError(0, "unreachable") { down.signIn() }
        assertContains(error.message!!, "its localhost isn't your computer's")
    }

    @Test
    fun `an error response has a status, a code, a reason, and a text for users in their language`() = runTest {
        serve(400, """{"status":400,"msg":"Wrong code","msgCode":"bad_request","reason":"invalid_code"}""")
        val error = expectApiError(400, "bad_request") { thumbturn.signIn() }
        assertEquals("Wrong code" to "invalid_code", error.message to error.reason)
        assertEquals("This code is wrong or has expired.", error.describeForUser(Locale.ENGLISH))
        assertEquals(findUserText(error, "de"), error.describeForUser(Locale.GERMANY))
        assertEquals("This code is wrong or has expired.", error.describeForUser(Locale.forLanguageTag("eo")))
    }

    @Test
    fun `too many attempts are told to the user`() = runTest {
        serve(429, """{"msg":"Slow down","msgCode":"too_many_requests"}""")
        val error = expectApiError(429, "too_many_requests") { thumbturn.signIn() }
        assertContains(error.describeForUser(Locale.ENGLISH), "Too many attempts")
    }

    @Test
    fun `a redirect is not followed`() = runTest {
        serve(302, "", "Location" to "$url/elsewhere")
        expectApiError(302, "not_a_service") { thumbturn.signIn() }
    }

    @Test
    fun `a response of something else is recognized`() = runTest {
        serve(200, "<html>Welcome</html>")
        val error = expectApiError(200, "not_a_service") { thumbturn.signIn() }
        assertContains(error.message!!, "unlike the service: check baseUrl")
    }

    @Test
    fun `an error page of a proxy is recognized`() = runTest {
        serve(502, "<html>Bad gateway</html>")
        expectApiError(502, "not_a_service") { thumbturn.signIn() }
    }

    @Test
    fun `a response that never ends is cut off`() = runTest {
        serve { exchange ->
            exchange.sendResponseHeaders(200, 0)
            val chunk = ByteArray(1 shl 16) { 'a'.code.toByte() }
            runCatching { repeat(1000) { exchange.responseBody.write(chunk) } }
        }
        val error = expectApiError(0, "unreachable") { thumbturn.signIn() }
        assertEquals("The response is longer than 1048576 bytes", error.cause?.message)
    }

    @Test
    fun `a transport that times out is an outage, not the end of the caller's coroutine`() = runTest {
        val slow = HttpTransport { withTimeout(1) { awaitCancellation() } }
        val options = ThumbturnOptions("https://auth.example.com/apps/demo", SoftwarePrompt(), transport = slow)
        expectApiError(0, "unreachable") { Thumbturn(options).signIn() }
    }

    @Test
    fun `canceling the coroutine ends a call that waits`() = runTest {
        val asked = CompletableDeferred<Unit>()
        val never = CountDownLatch(1)
        serve {
            asked.complete(Unit)
            never.await()
        }
        val signingIn = async { thumbturn.signIn() }
        asked.await()
        signingIn.cancelAndJoin()
        assertEquals(true, signingIn.isCancelled)
        never.countDown()
    }
}
