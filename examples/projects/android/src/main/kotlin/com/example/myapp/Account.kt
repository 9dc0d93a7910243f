package com.example.myapp

import io.github.thumbturn.app.SignInFallback
import io.github.thumbturn.app.SignedIn
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnException

/** What the screen shows: a sentence, and the token for your backend. */
data class AccountState(val message: String, val token: String? = null)

/** The account of the user, without a screen. */
class Account(private val thumbturn: Thumbturn) {
    suspend fun signUp(username: String): AccountState = explain {
        AccountState("Signed in as $username", thumbturn.createPasskey(username).token)
    }

    suspend fun signIn(): AccountState = explain {
        when (val result = thumbturn.authenticateWithPasskey()) {
            is SignedIn -> {
                val username = thumbturn.getSessionInfo()?.username
                AccountState("Signed in as $username", result.token)
            }
            is SignInFallback -> AccountState("There is no passkey. Create an account.")
        }
    }

    suspend fun signOut(): AccountState {
        thumbturn.logout()
        return AccountState("Signed out")
    }

    private suspend fun explain(run: suspend () -> AccountState): AccountState =
        try {
            run()
        } catch (error: ThumbturnException) {
            AccountState(error.userMessage)
        }
}
