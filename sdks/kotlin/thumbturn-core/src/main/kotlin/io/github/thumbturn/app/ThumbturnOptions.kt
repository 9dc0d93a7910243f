package io.github.thumbturn.app

import java.net.URI
import java.net.URISyntaxException
import java.net.URLDecoder

/**
 * The application's address, and what the app provides.
 *
 * @throws IllegalArgumentException if [baseUrl] is no http or https URL, or names no application
 */
public class ThumbturnOptions(
    /** Base URL of the application, as shown in the dashboard. */
    baseUrl: String,
    /** The system's dialog. */
    public val prompt: PasskeyPrompt,
    /** Application ID; taken from [baseUrl] by default. */
    appId: String? = null,
    /** Where to keep the access token and the ID of the device; by default, in memory until the app is closed. */
    public val storage: TokenStorage = sharedMemory,
    /** Describes the device in the user's list of passkeys and in the log. */
    public val device: DeviceInfo = DeviceInfo(osName = "Android"),
    /** A key of this device, which proves to the service that it was here before. */
    public val trustKey: TrustKey? = null,
    /** Set to true to stop reporting failed ceremonies to the service. */
    public val disableAnalytics: Boolean = false,
    /** Sends requests. */
    public val transport: HttpTransport = UrlConnectionTransport(),
) {
    /** Without a slash at the end. */
    public val baseUrl: String = baseUrl.trimEnd('/')

    /** The ID of the application. */
    public val appId: String = appId ?: findAppId(this.baseUrl)
}

/** Shared by all clients, so that an activity that is created again finds the user. */
private val sharedMemory = MemoryTokenStorage()

private fun findAppId(baseUrl: String): String {
    val uri = parseUrl(baseUrl)
    val path = Regex("/apps/([^/]+)").find(uri.rawPath)?.groupValues?.get(1)
    return path?.let { URLDecoder.decode(it, "UTF-8") }
        ?: Regex("""^(?![\d.]+$)([^.]+)\.""").find(uri.host)?.groupValues?.get(1)
        ?: throw IllegalArgumentException("No application id in baseUrl \"$baseUrl\": pass appId")
}

private fun parseUrl(baseUrl: String): URI {
    val uri = try {
        URI(baseUrl)
    } catch (_: URISyntaxException) {
        null
    }
    return uri?.takeIf { it.scheme in listOf("http", "https") && it.host != null }
        ?: throw IllegalArgumentException("baseUrl must be an absolute http or https URL, not \"$baseUrl\"")
}
