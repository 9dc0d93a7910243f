package io.github.thumbturn.app

import java.util.Base64
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.withTimeout

class StorageTest {
    private class LockedStorage : TokenStorage {
        val items = MemoryTokenStorage()
        var isLocked = true

        private fun check() = check(!isLocked) { "Locked" }

        override suspend fun getItem(key: String): String? = check().let { items.getItem(key) }

        override suspend fun setItem(key: String, value: String) = check().let { items.setItem(key, value) }

        override suspend fun removeItem(key: String) = check().let { items.removeItem(key) }
    }

    private fun createToken(expiresAt: Long): String {
        val claims = """{"sub":"1","username":"Zoë","rpId":"shop.example","exp":$expiresAt}"""
        return "e30.${Base64.getUrlEncoder().withoutPadding().encodeToString(claims.toByteArray())}.c2ln"
    }

    private val later get() = System.currentTimeMillis() / 1000 + 100

    @Test
    fun `a storage that fails leaves the user signed in, but never silently after signing out`() = runTest {
        val storage = LockedStorage()
        val state = StateStore("demo", storage)
        val token = createToken(later)
        state.storeToken(token)
        assertEquals(token, state.readToken())
        assertEquals("Locked", assertFailsWith<IllegalStateException> { state.remove(StateName.TOKEN) }.message)
        assertNull(state.readToken())
    }

    @Test
    fun `what a storage didn't take is stored when it can`() = runTest {
        val storage = LockedStorage()
        val state = StateStore("my shop", storage)
        state.write(StateName.DEVICE_ID, "device")
        storage.isLocked = false
        assertEquals("device", state.read(StateName.DEVICE_ID))
        assertEquals("device", storage.items.getItem("thumbturn_my_shop_device-id"))
    }

    @Test
    fun `a storage that times out doesn't end the caller's coroutine`() = runTest {
        val slow = object : TokenStorage {
            override suspend fun getItem(key: String): String? = withTimeout(1) { awaitCancellation() }

            override suspend fun setItem(key: String, value: String): Unit = withTimeout(1) { awaitCancellation() }

            override suspend fun removeItem(key: String): Unit = withTimeout(1) { awaitCancellation() }
        }
        val state = StateStore("demo", slow)
        assertNull(state.readToken())
        state.write(StateName.DEVICE_ID, "device")
        assertEquals("device", state.read(StateName.DEVICE_ID))
    }

    @Test
    fun `an expired token is none, and can't be stored`() = runTest {
        val storage = MemoryTokenStorage()
        val state = StateStore("demo", storage)
        storage.setItem("thumbturn_demo_token", createToken(1))
        assertNull(state.readToken())
        expectPasskeyError(PasskeyErrorCode.ERROR_CLOCK_WRONG) { state.storeToken(createToken(1)) }
    }

    @Test
    fun `a session is read from the token, and from nothing else`() {
        assertEquals("Zoë" to "shop.example", toSessionInfo(createToken(later))?.let { it.username to it.rpId })
        for (text in listOf(null, "", "a", "a.b.c", "e30.e30.e30", "e30.W10.e30")) assertNull(toSessionInfo(text), text)
    }
}
