package com.example.shop

import io.github.thumbturn.app.CreatePasskeyOptions
import io.github.thumbturn.app.EnteredCode
import io.github.thumbturn.app.MfaActionOptions
import io.github.thumbturn.app.MfaDetails
import io.github.thumbturn.app.MfaFactorType
import io.github.thumbturn.app.MfaFlowOptions
import io.github.thumbturn.app.Passkey
import io.github.thumbturn.app.SignInFallback
import io.github.thumbturn.app.SignedIn
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnException
import io.github.thumbturn.app.ThumbturnMfa
import io.github.thumbturn.app.Transaction

// #region sign-up
/** Creates the account and its first passkey. Your backend verifies the token. */
suspend fun signUp(thumbturn: Thumbturn, username: String): String {
    val options = CreatePasskeyOptions(displayName = username)
    return thumbturn.createPasskey(username, options).token
}
// #endregion

// #region sign-in
/** Without a username, the user chooses among the passkeys of your domain. */
suspend fun signIn(thumbturn: Thumbturn, username: String = ""): String? =
    when (val result = thumbturn.authenticateWithPasskey(username)) {
        is SignedIn -> result.token
        is SignInFallback -> {
            showOtherWays(result.crossAuthMethods + result.fallbackMethods)
            null
        }
    }
// #endregion

// #region start
/** Signs in with a passkey of this device; null if there is none. */
suspend fun signInAtStart(thumbturn: Thumbturn): String? =
    thumbturn.getToken() ?: thumbturn.signInImmediately()?.token
// #endregion

// #region step-up
/** Lets a user confirm what the screen shows. Your backend verifies the token. */
suspend fun confirm(
    thumbturn: Thumbturn,
    username: String,
    payload: String,
): String = thumbturn.confirmTransaction(Transaction(username, payload)).token
// #endregion

// #region manage
suspend fun list(thumbturn: Thumbturn): List<Passkey> = thumbturn.listPasskeys()

suspend fun rename(thumbturn: Thumbturn, passkey: Passkey, name: String) {
    thumbturn.renamePasskey(passkey.id, name)
}

/** The service no longer accepts the passkey. */
suspend fun delete(thumbturn: Thumbturn, passkey: Passkey) {
    thumbturn.deletePasskey(passkey.id)
}
// #endregion

// #region code
/** On the device with a passkey: shows a code. */
suspend fun showCode(thumbturn: Thumbturn): String = thumbturn.requestOtp().code

/** On a new device: signs in with the code, then creates a passkey here. */
suspend fun addDevice(
    thumbturn: Thumbturn,
    username: String,
    code: String,
): String {
    thumbturn.validateOtp(EnteredCode(username, code))
    return thumbturn.createPasskey(username).token
}
// #endregion

// #region mfa
/** Performs the suggested factors. [askForCode] lets the user enter a code that was sent. */
suspend fun runFlow(
    thumbturn: Thumbturn,
    username: String,
    askForCode: suspend () -> String,
): MfaDetails {
    val mfa = ThumbturnMfa(thumbturn)
    var details = mfa.beginFlow(MfaFlowOptions(username))
    while (!details.isComplete) {
        val factor = details.nextAction ?: break
        details = mfa.performAction(factor.type)
        if (factor.type == MfaFactorType.OTP_EMAIL || factor.type == MfaFactorType.OTP_SMS) {
            val entered = MfaActionOptions(payload = askForCode())
            details = mfa.performAction(MfaFactorType.OTP_VERIFY, entered)
        }
    }
    return details
}
// #endregion

// #region errors
/** Shows what the user can do, and logs what you can do. */
suspend fun report(run: suspend () -> Unit) {
    try {
        run()
    } catch (error: ThumbturnException) {
        logError("${error.code}: ${error.message}", error.cause)
        showMessage(error.userMessage)
    }
}
// #endregion
