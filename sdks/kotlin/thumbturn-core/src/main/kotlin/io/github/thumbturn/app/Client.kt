package io.github.thumbturn.app

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.serialization.DeserializationStrategy

/** What the functions of the SDK share: the options, the state, and the service. */
internal class Client(val options: ThumbturnOptions) {
    val app = AppRef(options.appId)
    val state = StateStore(options.appId, options.storage)
    val registrations = Registrations()
    val signals = Signals(this)
    private val service = Service(options.baseUrl, options.transport)

    /** @throws ApiException */
    suspend fun <Answer> call(call: Call, answer: DeserializationStrategy<Answer>): Answer = service.call(call, answer)

    /** @throws ApiException */
    suspend fun call(call: Call): Unit = service.call(call)

    /** Reports to the service why a ceremony failed, for the application's log; canceled ceremonies are not reported. */
    fun report(session: String, error: PasskeyException) {
        if (options.disableAnalytics || error.errorCode == PasskeyErrorCode.ERROR_PASSKEY_ABORTED) return
        val reasons = listOfNotNull(error.code, error.message, error.cause?.javaClass?.simpleName, error.cause?.message)
        val event = reasons.joinToString(" - ").take(MAX_EVENT_LENGTH)
        val body = encode(ClientEventBody.serializer(), ClientEventBody(event, isError = true))
        background.launch { runCatching { call(Call("/client-events/submit", body, session)) } }
    }

    /** The app's description of the device, with the ID that the service gave it. */
    suspend fun describeDevice(): DeviceInfo {
        val device = options.device
        return device.copy(clientType = device.clientType ?: "other", deviceId = state.read(StateName.DEVICE_ID))
    }

    /** A proof with the key of the device, if it has one. Never fails: other devices count as unknown. */
    suspend fun createTrustItems(): TrustItems? = options.trustKey?.let { key ->
        // A key in hardware takes a while, and can have been deleted.
        withContext(Dispatchers.Default) { runCatching { TrustItems(key.createTrustItem()) }.getOrNull() }
    }

    private companion object {
        /** The most that the service accepts, in characters. */
        const val MAX_EVENT_LENGTH = 2048

        /** For what nobody waits for. */
        val background = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    }
}

/** Lists fetched before a registration ends can lack the new passkey, and must not hide it. */
internal class Registrations {
    private val running = AtomicInteger()
    private val changes = AtomicInteger()

    suspend fun <Result> run(register: suspend () -> Result): Result {
        running.incrementAndGet()
        changes.incrementAndGet()
        try {
            return register()
        } finally {
            running.decrementAndGet()
            changes.incrementAndGet()
        }
    }

    /** Call it before fetching a list. The result tells whether the list is still complete. */
    fun watch(): () -> Boolean {
        val before = changes.get()
        return { running.get() == 0 && changes.get() == before }
    }
}

private val advice = mapOf(
    PasskeyErrorCode.ERROR_CLOCK_WRONG to "Wrong device clock: correct it",
    PasskeyErrorCode.ERROR_SIGN_IN_REQUIRED to "This username is taken: sign in, or pass a token with reg:write",
    PasskeyErrorCode.ERROR_REGISTRATION_REJECTED to "Rejected: see the log",
)

/** A failure that no dialog caused. */
internal fun createFailure(code: PasskeyErrorCode): PasskeyException = PasskeyException(code, advice.getValue(code))
