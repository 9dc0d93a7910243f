package io.github.thumbturn.app.testing

import io.github.thumbturn.app.HttpRequest
import io.github.thumbturn.app.HttpTransport
import io.github.thumbturn.app.UrlConnectionTransport
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.util.Collections
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import org.junit.jupiter.api.Assumptions.assumeTrue

/** The service that `npm run sdks:test` starts. Without it, tests that need it are skipped. */
object TestService {
    private val numbers = AtomicInteger()
    private val http = HttpClient.newHttpClient()
    private val settings = """{"settings":{
        "androidApps": ["com.example.shop=${fingerprint.joinToString(":") { "%02X".format(it) }}"],
        "crossAuthMethods": ["otp", "otp:email"],
        "mfaPolicy": "signIn: passkey:auth, otp:email, external; signUp: passkey:reg, external+passkey:reg",
        "refreshTokens": true
    }}"""

    /** The application, which knows the app in tests. */
    val url: String by lazy {
        assumeTrue(System.getenv("THUMBTURN_URL") != null, "npm run sdks:test -- kotlin starts a service")
        callAsAdmin("PATCH", "", settings)
        System.getenv("THUMBTURN_URL")
    }

    fun newName(): String = "ada-${System.nanoTime()}-${numbers.incrementAndGet()}@example.com"

    /** What a backend does with its API key. */
    fun callAsBackend(path: String, body: String): JsonElement =
        call("THUMBTURN_API_KEY", "POST" to "$url/fido2/v2$path", body)

    private fun callAsAdmin(method: String, path: String, body: String) {
        val (host, id) = System.getenv("THUMBTURN_URL").split("/apps/")
        call("THUMBTURN_ADMIN_KEY", method to "$host/admin/v1/applications/$id$path", body)
    }

    private fun call(key: String, target: Pair<String, String>, body: String): JsonElement {
        val request = java.net.http.HttpRequest.newBuilder(URI(target.second))
            .method(target.first, BodyPublishers.ofString(body))
            .header("Authorization", "Bearer ${System.getenv(key)}")
            .header("Content-Type", "application/json")
        val response = http.send(request.build(), BodyHandlers.ofString())
        check(response.statusCode() < 300) { "$target returned ${response.statusCode()} ${response.body()}" }
        return if (response.body().isEmpty()) JsonNull else Json.parseToJsonElement(response.body())
    }
}

/** Sends requests, and keeps them for assertions. */
class RecordingTransport(private val transport: HttpTransport = UrlConnectionTransport()) : HttpTransport {
    val requests: MutableList<HttpRequest> = Collections.synchronizedList(mutableListOf())

    override suspend fun send(request: HttpRequest) = transport.send(request.also(requests::add))

    fun find(path: String): List<HttpRequest> = synchronized(requests) { requests.filter { it.url.endsWith(path) } }
}
