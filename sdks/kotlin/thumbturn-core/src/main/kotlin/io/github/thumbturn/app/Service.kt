package io.github.thumbturn.app

import java.io.IOException
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.SerializationException
import kotlinx.serialization.SerializationStrategy
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull

/** Fields that a later service adds are ignored, and absent ones aren't sent. */
internal val wireJson = Json {
    ignoreUnknownKeys = true
    explicitNulls = false
}

/** One call to the service. [token] is sent unchanged as Authorization. */
internal class Call(val path: String, val body: String? = null, val token: String? = null, val method: String = "POST")

internal fun <Body> encode(strategy: SerializationStrategy<Body>, body: Body): String =
    wireJson.encodeToString(strategy, body)

/** Calls the application at [baseUrl]. */
internal class Service(private val baseUrl: String, private val transport: HttpTransport) {
    /** @throws ApiException for every error response, an unreachable service, and a response of another shape */
    suspend fun <Answer> call(call: Call, answer: DeserializationStrategy<Answer>): Answer {
        val url = "$baseUrl/fido2/v2${call.path}"
        val response = send(url, call)
        return try {
            wireJson.decodeFromString(answer, response.body)
        } catch (cause: SerializationException) {
            throw ApiException(response.status, createForeignError(url, response.status), cause)
        }
    }

    /** The same without a response body. @throws ApiException */
    suspend fun call(call: Call) {
        send("$baseUrl/fido2/v2${call.path}", call)
    }

    private suspend fun send(url: String, call: Call): HttpResponse {
        val response = try {
            transport.send(HttpRequest(call.method, url, createHeaders(call), call.body))
        } catch (cause: CancellationException) {
            // A timeout of the transport is one, and would end the caller's coroutine without an error.
            throw createOutage(url, cause)
        } catch (cause: IOException) {
            throw createOutage(url, cause)
        }
        if (response.status !in 200..299) throw ApiException(response.status, readError(url, response))
        return response
    }

    private fun createHeaders(call: Call): Map<String, String> = buildMap {
        put("Accept", "application/json")
        if (call.body != null) put("Content-Type", "application/json")
        if (call.token != null) put("Authorization", call.token)
    }
}

/** Canceling the caller closes the socket, which is no outage. */
private suspend fun createOutage(url: String, cause: Exception): ApiException {
    currentCoroutineContext().ensureActive()
    val advice = "check baseUrl, and that this device reaches it; its localhost isn't your computer's"
    return ApiException(0, ErrorResponse("unreachable", "No response from $url: $advice"), cause)
}

private fun createForeignError(url: String, status: Int, body: JsonElement? = null) =
    ErrorResponse("not_a_service", "$url returned $status, unlike the service: check baseUrl", null, body)

private fun readError(url: String, response: HttpResponse): ErrorResponse {
    val body = try {
        wireJson.parseToJsonElement(response.body)
    } catch (_: SerializationException) {
        null
    }
    val read = { name: String -> ((body as? JsonObject)?.get(name) as? JsonPrimitive)?.contentOrNull }
    val code = read("msgCode") ?: return createForeignError(url, response.status, body)
    return ErrorResponse(code, read("msg") ?: code, read("reason"), body)
}
