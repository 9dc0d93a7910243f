package io.github.thumbturn.app

import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.serialization.KSerializer
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.descriptors.StructureKind
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assumptions.assumeTrue

/** Bodies of each call of the SDK: what it sends, and what it reads. */
private val calls: Map<String, Pair<KSerializer<*>?, KSerializer<*>?>> = mapOf(
    "regInit" to (RegInitBody.serializer() to RegInit.serializer()),
    "regComplete" to (RegCompleteBody.serializer() to TokenResponse.serializer()),
    "authInit" to (AuthInitBody.serializer() to AuthInit.serializer()),
    "authComplete" to (AuthCompleteBody.serializer() to TokenResponse.serializer()),
    "authOtp" to (null to OtpCode.serializer()),
    "authOtpEmail" to (OtpSendBody.serializer() to null),
    "authOtpSms" to (OtpSendBody.serializer() to null),
    "authOtpVerify" to (OtpVerifyBody.serializer() to TokenResponse.serializer()),
    "txInit" to (TxInitBody.serializer() to TxInit.serializer()),
    "txComplete" to (TxCompleteBody.serializer() to TxComplete.serializer()),
    "passkeysList" to (null to ListSerializer(Passkey.serializer())),
    "passkeyRename" to (RenameBody.serializer() to null),
    "passkeyDelete" to (null to null),
    "mfaBegin" to (MfaBeginBody.serializer() to MfaNext.serializer()),
    "mfaPayload" to (MfaPayloadBody.serializer() to MfaNext.serializer()),
    "mfaPasskeyReg" to (MfaCreationBody.serializer() to Mfa.serializer()),
    "mfaPasskeyAuth" to (MfaAssertionBody.serializer() to Mfa.serializer()),
    "mfaPasskeyTx" to (MfaAssertionBody.serializer() to Mfa.serializer()),
    "mfaOtpRequest" to (MfaOtpRequestBody.serializer() to MfaSession.serializer()),
    "mfaOtpVerify" to (MfaOtpVerifyBody.serializer() to Mfa.serializer()),
    "mfaThirdPartyVerify" to (MfaExternalBody.serializer() to Mfa.serializer()),
    "mfaRefresh" to (MfaRefreshBody.serializer() to MfaRefresh.serializer()),
    "deviceDiscover" to (DiscoverBody.serializer() to null),
    "clientEventSubmit" to (ClientEventBody.serializer() to null),
)

/** Fields of the contract that an app doesn't send. */
private val unsent = setOf(
    // The token in the header authorizes, and the checkout has proofs of its own.
    "app.token", "trustItems.merchant", "trustItems.wallet",
    // Android has no dialog for payments.
    "passkeyOptions.payment", "paymentConfirmation",
    // Contacts of a new user, which the backend sets.
    "user.name", "user.phone",
    "deviceInfo.hasBluetooth", "deviceInfo.lastUsedAt", "deviceInfo.webauthnCapabilities", "providerParams",
)

/** Fields that an app doesn't read. */
private val unread = setOf(
    "token", "jwtAccess", "passkeyType", "paymentOptions", "authCred", "payload", "passkeyInfo", "msg", "msgCode",
) + listOf("lastUsedFromDevice", "lastUsedFrom", "createdFrom").flatMap { device ->
    listOf("hasBluetooth", "lastUsedAt", "webauthnCapabilities").map { "$device.$it" }
}

class ContractTest {
    private val contract: JsonObject by lazy {
        val script = File("../../../scripts/test/sdks/contract.mjs")
        assumeTrue(script.exists(), "The contract is in the repository")
        val process = ProcessBuilder("node", script.path, "current").redirectErrorStream(true).start()
        Json.parseToJsonElement(process.inputStream.reader().readText()).jsonObject
    }

    private val operations: Map<String, JsonObject> by lazy {
        val paths = contract.getValue("paths").jsonObject.values.flatMap { it.jsonObject.values }
        paths.map { it.jsonObject }.filter { "operationId" in it }.associateBy { it.text("operationId") }
    }

    @Test
    fun `the SDK has each call of an app`() {
        val ofOthers = setOf("jwks", "version", "passkeyProvider", "profileEmailVerify", "profilePhoneVerify")
        val called = operations.filterKeys { it in calls }.keys
        assertEquals(calls.keys, called)
        val forUsers = operations.filter { (name, operation) ->
            operation["security"]?.jsonArray.orEmpty().none { "apiKey" in it.jsonObject } && name !in ofOthers
        }
        assertEquals(emptySet(), forUsers.keys - calls.keys)
    }

    @Test
    fun `each field of a request is sent, or listed as unsent`() {
        for ((name, call) in calls) {
            val schema = readSchema(operations.getValue(name)["requestBody"]) ?: continue
            val known = listProperties(schema)
            val sent = listElements(call.first!!.descriptor)
            assertEquals(emptySet(), sent - known, "$name sends what the contract lacks")
            assertEquals(emptyList(), (known - sent).without(unsent), "$name lacks")
        }
    }

    @Test
    fun `each field of a response is read, or listed as unread`() {
        for ((name, call) in calls) {
            val descriptor = call.second?.descriptor ?: continue
            val responses = operations.getValue(name).getValue("responses").jsonObject
            val known = listProperties(readSchema(responses.getValue("200"))!!)
            val read = listElements(descriptor)
            assertEquals(emptySet(), read - known, "$name reads what the contract lacks")
            assertEquals(emptyList(), (known - read).without(unread), "$name lacks")
        }
    }

    private fun readSchema(content: kotlinx.serialization.json.JsonElement?): JsonObject? =
        content?.jsonObject?.get("content")?.jsonObject?.get("application/json")?.jsonObject?.get("schema")?.jsonObject

    /** Names of fields, two levels deep: `user.username`. Options of a ceremony are passed on unread. */
    private fun listProperties(schema: JsonObject, depth: Int = 0, prefix: String = ""): Set<String> {
        val found = resolve(schema)
        if (found["items"] is JsonObject) return listProperties(found.getValue("items").jsonObject, depth, prefix)
        val properties = found["properties"]?.jsonObject ?: return emptySet()
        return properties.flatMapTo(mutableSetOf()) { (name, property) ->
            val isDeep = depth == 0 && !name.endsWith("Options") && name != "clientExtensionResults"
            listOf("$prefix$name") + if (isDeep) listProperties(property.jsonObject, 1, "$name.") else emptySet()
        }
    }

    private fun resolve(schema: JsonObject): JsonObject {
        schema["\$ref"]?.let { reference ->
            val name = reference.jsonPrimitive.content.substringAfterLast('/')
            val schemas = contract.getValue("components").jsonObject.getValue("schemas").jsonObject
            return resolve(schemas.getValue(name).jsonObject)
        }
        return (schema["anyOf"] as? JsonArray)?.let { resolve(it.first().jsonObject) } ?: schema
    }

    private fun listElements(descriptor: SerialDescriptor, depth: Int = 0, prefix: String = ""): Set<String> {
        val found = if (descriptor.kind == StructureKind.LIST) descriptor.getElementDescriptor(0) else descriptor
        if (found.kind != StructureKind.CLASS) return emptySet()
        return (0 until found.elementsCount).flatMapTo(mutableSetOf()) { index ->
            val name = found.getElementName(index)
            val isDeep = depth == 0 && !name.endsWith("Options")
            listOf("$prefix$name") + if (isDeep) listElements(found.getElementDescriptor(index), 1, "$name.") else emptySet()
        }
    }
}

/** Without these fields and what is in them. */
private fun Set<String>.without(names: Set<String>): List<String> =
    filter { field -> names.none { field == it || field.startsWith("$it.") } }

private fun JsonObject.text(name: String): String = getValue(name).jsonPrimitive.content
