package io.github.thumbturn.app

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Where an app keeps texts, encrypted with a key of the Android Keystore. Keys consist of letters, digits, `_`, and `-`. */
public interface TokenStorage {
    public suspend fun getItem(key: String): String?

    public suspend fun setItem(key: String, value: String)

    public suspend fun removeItem(key: String)
}

/** Keeps texts until the app is closed. */
public class MemoryTokenStorage : TokenStorage {
    private val items = java.util.concurrent.ConcurrentHashMap<String, String>()

    override suspend fun getItem(key: String): String? = items[key]

    override suspend fun setItem(key: String, value: String) {
        items[key] = value
    }

    override suspend fun removeItem(key: String) {
        items.remove(key)
    }
}

/** Texts that the SDK keeps between calls. */
internal enum class StateName(val text: String) {
    TOKEN("token"),
    DEVICE_ID("device-id"),
}

/**
 * The state of one client. A storage that fails doesn't end a sign-in: what it doesn't take stays in memory, and is stored by the
 * next access.
 */
internal class StateStore(private val appId: String, private val storage: TokenStorage) {
    private val mutex = Mutex()
    private val unsaved = HashMap<StateName, String?>()

    /** The value; null if there is none, or the storage can't be read. */
    suspend fun read(name: StateName): String? = mutex.withLock {
        save()
        if (name in unsaved) unsaved[name] else attempt { storage.getItem(toKey(name)) }?.ifEmpty { null }
    }

    suspend fun write(name: StateName, value: String) {
        mutex.withLock {
            unsaved[name] = value
            save()
        }
    }

    /** @throws Exception the one of the storage if it keeps the value; it is removed by the next access */
    suspend fun remove(name: StateName) {
        mutex.withLock {
            unsaved[name] = null
            saveOne(name, null)
        }
    }

    private suspend fun save() {
        for ((name, value) in unsaved.entries.map { it.toPair() }) attempt { saveOne(name, value) }
    }

    private suspend fun saveOne(name: StateName, value: String?) {
        if (value == null) storage.removeItem(toKey(name)) else storage.setItem(toKey(name), value)
        unsaved.remove(name)
    }

    private fun toKey(name: StateName) = "thumbturn_${appId.replace(Regex("[^A-Za-z0-9_-]"), "_")}_${name.text}"

    /** A locked keystore, for example, throws. */
    @Suppress("TooGenericExceptionCaught")
    private suspend fun <Result> attempt(run: suspend () -> Result): Result? =
        try {
            run()
        } catch (_: CancellationException) {
            currentCoroutineContext().ensureActive()
            null
        } catch (_: Exception) {
            null
        }
}
