package io.github.thumbturn.app

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.suspendCancellableCoroutine

/** A request to the service; [body] is JSON. */
public class HttpRequest(
    public val method: String,
    public val url: String,
    public val headers: Map<String, String>,
    public val body: String?,
)

/** A response of any status. */
public class HttpResponse(public val status: Int, public val body: String)

/** Sends requests; must not follow redirects. Replace it to use the HTTP library of your app. */
public fun interface HttpTransport {
    /** @throws IOException if there is no response */
    public suspend fun send(request: HttpRequest): HttpResponse
}

/** HTTP by the platform's [HttpURLConnection]. Times are in milliseconds. */
public class UrlConnectionTransport(
    private val connectTimeout: Int = 10_000,
    private val readTimeout: Int = 30_000,
) : HttpTransport {
    override suspend fun send(request: HttpRequest): HttpResponse = suspendCancellableCoroutine { continuation ->
        val connection = open(request)
        // Closes the socket, which ends a read that would block. Not on the caller's thread, which can be the main thread.
        continuation.invokeOnCancellation { threads.execute(connection::disconnect) }
        threads.execute { continuation.resumeWith(runCatching { exchange(connection, request.body) }) }
    }

    private fun open(request: HttpRequest): HttpURLConnection {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        connection.requestMethod = request.method
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        connection.connectTimeout = connectTimeout
        connection.readTimeout = readTimeout
        for ((name, value) in request.headers) connection.setRequestProperty(name, value)
        return connection
    }

    // Not in streaming mode, in which the JDK drops the body of a 401. A platform can send the request again if the connection
    // breaks, which does no harm: each session of the service works once.
    private fun exchange(connection: HttpURLConnection, body: String?): HttpResponse {
        try {
            if (body != null) {
                connection.doOutput = true
                connection.outputStream.use { it.write(body.toByteArray()) }
            }
            val status = connection.responseCode
            val stream = if (status < 400) connection.inputStream else connection.errorStream
            return HttpResponse(status, stream?.use(::readBounded).orEmpty())
        } finally {
            connection.disconnect()
        }
    }

    private companion object {
        val threads = Dispatchers.IO.asExecutor()
    }
}

/** The longest response that the SDK reads, in bytes. */
private const val MAX_RESPONSE = 1 shl 20

private fun readBounded(stream: InputStream): String {
    val bytes = ByteArrayOutputStream()
    val buffer = ByteArray(8192)
    while (true) {
        val count = stream.read(buffer)
        if (count < 0) return bytes.toString("UTF-8")
        bytes.write(buffer, 0, count)
        if (bytes.size() > MAX_RESPONSE) throw IOException("The response is longer than $MAX_RESPONSE bytes")
    }
}
