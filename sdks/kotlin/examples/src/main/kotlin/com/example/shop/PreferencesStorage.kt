package com.example.shop

import android.content.SharedPreferences
import io.github.thumbturn.app.TokenStorage
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/** Keeps texts in a file that other apps can't read. Exclude it from backups. */
class PreferencesStorage(private val preferences: SharedPreferences) : TokenStorage {
    override suspend fun getItem(key: String): String? =
        withContext(Dispatchers.IO) { preferences.getString(key, null) }

    override suspend fun setItem(key: String, value: String) =
        edit { putString(key, value) }

    override suspend fun removeItem(key: String) =
        edit { remove(key) }

    private suspend fun edit(change: SharedPreferences.Editor.() -> Unit) =
        withContext(Dispatchers.IO) {
            val editor = preferences.edit()
            editor.change()
            check(editor.commit()) { "The preferences could not be written" }
        }
}
