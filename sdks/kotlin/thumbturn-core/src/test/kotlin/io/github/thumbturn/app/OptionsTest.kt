package io.github.thumbturn.app

import io.github.thumbturn.app.testing.SoftwarePrompt
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class OptionsTest {
    private fun readAppId(baseUrl: String) = ThumbturnOptions(baseUrl, SoftwarePrompt()).appId

    @Test
    fun `the application is in the path or the first label of the host`() {
        assertEquals("shop", readAppId("https://auth.example.com/apps/shop/"))
        assertEquals("my shop", readAppId("https://auth.example.com/apps/my%20shop"))
        assertEquals("demo", readAppId("http://127.0.0.1:4300/apps/demo"))
        assertEquals("shop", readAppId("https://shop.auth.example.com"))
        assertEquals("other", ThumbturnOptions("http://localhost", SoftwarePrompt(), appId = "other").appId)
    }

    @Test
    fun `an address without an application, or that is none, is rejected`() {
        for (url in listOf("http://localhost:4300", "http://127.0.0.1", "auth.example.com/apps/shop", "ftp://a.b/apps/c", "")) {
            assertFailsWith<IllegalArgumentException>(url) { readAppId(url) }
        }
    }
}
