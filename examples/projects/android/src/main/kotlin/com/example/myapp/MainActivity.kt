package com.example.myapp

import android.app.Activity
import android.credentials.CredentialManager
import android.os.Bundle
import android.widget.Button
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.TextView
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import io.github.thumbturn.app.android.CredentialManagerPrompt
import kotlinx.coroutines.MainScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch

class MainActivity : Activity() {
    private val scope = MainScope()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val account = createAccount()
        val username = EditText(this).apply { hint = "Username" }
        val status = TextView(this)
        val screen = LinearLayout(this).apply { orientation = LinearLayout.VERTICAL }
        screen.addView(username)
        screen.addView(createButton("Sign up with a passkey") {
            status.text = account.signUp(username.text.toString()).message
        })
        screen.addView(createButton("Sign in with a passkey") {
            status.text = account.signIn().message
        })
        screen.addView(createButton("Sign out") {
            status.text = account.signOut().message
        })
        screen.addView(status)
        setContentView(screen)
    }

    override fun onDestroy() {
        scope.cancel()
        super.onDestroy()
    }

    private fun createAccount(): Account {
        val manager = getSystemService(CredentialManager::class.java)
        val prompt = CredentialManagerPrompt(manager) { this }
        return Account(Thumbturn(ThumbturnOptions("https://auth.example.com/apps/shop", prompt)))
    }

    private fun createButton(label: String, onClick: suspend () -> Unit) = Button(this).apply {
        text = label
        setOnClickListener { scope.launch { onClick() } }
    }
}
