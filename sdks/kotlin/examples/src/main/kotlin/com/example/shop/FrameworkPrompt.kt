package com.example.shop

import android.app.Activity
import android.content.Context
import android.credentials.CredentialManager
import io.github.thumbturn.app.PasskeyPrompt
import io.github.thumbturn.app.android.CredentialManagerPrompt

/** The dialog of Android 14 and later. */
fun createPrompt(context: Context, findActivity: () -> Activity?): PasskeyPrompt {
    val manager = context.getSystemService(CredentialManager::class.java)
    return CredentialManagerPrompt(manager, findActivity)
}
