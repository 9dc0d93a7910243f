package io.github.thumbturn.app

import io.github.thumbturn.app.testing.TestService
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

class ThumbturnMfaTest {
    @Test
    fun `a flow is completed with a passkey, and its tokens are stored and refreshed`() = runTest {
        val app = App()
        val username = TestService.newName()
        app.thumbturn.createPasskey(username)
        app.thumbturn.logout()

        val mfa = ThumbturnMfa(app.thumbturn)
        val started = mfa.beginFlow(MfaFlowOptions(username, traceId = "checkout-7"))
        assertEquals(MfaFlow.SIGN_IN, started.flow)
        assertEquals(MfaFactorType.PASSKEY_AUTH, started.nextAction?.type)
        assertEquals(started.remainingFactors, mfa.getMfaSessionDetails()?.remainingFactors)
        val completed = mfa.performAction(MfaFactorType.PASSKEY_AUTH)
        assertEquals(true, completed.isComplete)
        assertNull(completed.nextAction)
        assertEquals(completed.tokens?.accessToken, app.thumbturn.getToken())
        assertNull(mfa.getMfaSessionDetails())

        val fresh = mfa.refreshTokens()
        assertNotEquals(completed.tokens?.refreshToken, fresh.refreshToken)
        assertEquals(fresh.accessToken, app.thumbturn.getToken())
        assertNotEquals(fresh.refreshToken, mfa.refreshTokens().refreshToken)
        expectApiError(401, "unauthorized") { mfa.refreshTokens("not a token of this service") }
    }

    @Test
    fun `a payload is confirmed with a passkey`() = runTest {
        val app = App()
        val username = TestService.newName()
        app.thumbturn.createPasskey(username)
        val mfa = ThumbturnMfa(app.thumbturn)
        mfa.beginFlow(MfaFlowOptions(username))
        val offered = mfa.setPayload("Pay 25.00 € to Grace")
        assertEquals(MfaFactorType.PASSKEY_TX, offered.nextAction?.type)
        assertNotNull(mfa.performAction(MfaFactorType.PASSKEY_TX).tokens?.payloadSignature?.ifEmpty { null })
    }

    @Test
    fun `a new user is registered by a flow`() = runTest {
        val mfa = ThumbturnMfa(App().thumbturn)
        val started = mfa.beginFlow(MfaFlowOptions(TestService.newName(), payload = "Hello"))
        assertEquals(MfaFlow.SIGN_UP, started.flow)
        val input = MfaActionOptions(displayName = "Ada")
        assertEquals(true, mfa.performAction(started.nextAction!!.type, input).isComplete)
    }

    @Test
    fun `a factor can lead to another one`() = runTest {
        val username = TestService.newName()
        val mfa = ThumbturnMfa(App().thumbturn)
        mfa.beginFlow(MfaFlowOptions(username))
        val granted = TestService.callAsBackend("/mgmt/grant/external-auth", """{"username":"$username"}""")
        val token = granted.jsonObject.getValue("token").jsonPrimitive.content
        val next = mfa.performAction(MfaFactorType.EXTERNAL, MfaActionOptions(payload = token))
        assertEquals(MfaFactorType.PASSKEY_REG, next.nextAction?.type)
        assertEquals(false, next.isComplete)
        assertEquals(true, mfa.performAction(MfaFactorType.PASSKEY_REG).isComplete)
    }

    @Test
    fun `a rejected code leaves the flow, and the user tries again`() = runTest {
        val app = App()
        val username = TestService.newName()
        val userId = app.thumbturn.createPasskey(username).userId
        val email = TestService.newName()
        val contact = """{"email":"$email","requestVerification":false}"""
        TestService.callAsBackend("/profile/$userId/email", contact)
        val mfa = ThumbturnMfa(app.thumbturn)
        val started = mfa.beginFlow(MfaFlowOptions(username))
        assertEquals(1, started.remainingFactors.single { it.type == MfaFactorType.OTP_EMAIL }.options.size)
        mfa.performAction(MfaFactorType.OTP_EMAIL)
        val wrong = MfaActionOptions(payload = "12-34")
        expectApiError(400, "bad_request") { mfa.performAction(MfaFactorType.OTP_VERIFY, wrong) }
        assertEquals(true, mfa.performAction(MfaFactorType.PASSKEY_AUTH).isComplete)
    }

    @Test
    fun `without a flow, no factor can be performed`() = runTest {
        val mfa = ThumbturnMfa(App().thumbturn)
        mfa.endFlow()
        val error = assertFailsWith<IllegalStateException> { mfa.performAction(MfaFactorType.PASSKEY_AUTH) }
        assertEquals("No flow is in progress: call beginFlow first", error.message)
        assertFailsWith<IllegalStateException> { mfa.refreshTokens() }
        mfa.beginFlow(MfaFlowOptions(TestService.newName()))
        val early = assertFailsWith<IllegalStateException> { mfa.performAction(MfaFactorType.PASSKEY_TX) }
        assertEquals("The flow does not offer passkey:tx now", early.message)
    }
}
