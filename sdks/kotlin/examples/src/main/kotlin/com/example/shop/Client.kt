package com.example.shop

import android.app.Activity
import android.content.Context
import android.content.Context.MODE_PRIVATE
import android.os.Build
import androidx.credentials.CredentialManager
import io.github.thumbturn.app.DeviceInfo
import io.github.thumbturn.app.Thumbturn
import io.github.thumbturn.app.ThumbturnOptions
import io.github.thumbturn.app.androidx.AndroidxPrompt

/** Call it once for the process. [findActivity] returns the visible activity. */
fun createThumbturn(context: Context, findActivity: () -> Activity?): Thumbturn {
    val preferences = context.getSharedPreferences("thumbturn", MODE_PRIVATE)
    val options = ThumbturnOptions(
        baseUrl = "https://auth.example.com/apps/shop",
        prompt = AndroidxPrompt(CredentialManager.create(context), findActivity),
        storage = PreferencesStorage(preferences),
        device = DeviceInfo(
            osName = "Android",
            osVersion = Build.VERSION.RELEASE,
            clientName = "Shop",
        ),
    )
    return Thumbturn(options)
}
