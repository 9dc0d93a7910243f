package com.example.app

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.json.JSONArray
import org.json.JSONException
import org.json.JSONObject

/** The service rejected the call; [code] is its `msgCode`. */
class Rejection(val status: Int, val code: String, message: String) : IOException(message)

/** Calls an application of Thumbturn; [baseUrl] is its address, such as `https://auth.example.com`. */
class Thumbturn(private val baseUrl: String, val appId: String) {
    suspend fun post(path: String, body: JSONObject, token: String? = null) =
        JSONObject(call("POST", path, token, body))

    suspend fun list(path: String, token: String) = JSONArray(call("GET", path, token))

    suspend fun delete(path: String, token: String) {
        call("DELETE", path, token)
    }

    private suspend fun call(method: String, path: String, token: String?, body: JSONObject? = null): String =
        withContext(Dispatchers.IO) {
            val connection = URL("$baseUrl/fido2/v2$path").openConnection() as HttpURLConnection
            try {
                connection.requestMethod = method
                if (token != null) connection.setRequestProperty("Authorization", "Bearer $token")
                if (body != null) {
                    connection.doOutput = true
                    connection.setRequestProperty("Content-Type", "application/json")
                    connection.outputStream.use { it.write(body.toString().toByteArray()) }
                }
                val status = connection.responseCode
                if (status >= 400) throw rejection(status, connection.errorStream?.reader()?.readText())
                connection.inputStream.reader().readText()
            } finally {
                connection.disconnect()
            }
        }

    private fun rejection(status: Int, text: String?): Rejection {
        val said = try {
            JSONObject(text ?: "")
        } catch (error: JSONException) {
            JSONObject()
        }
        return Rejection(status, said.optString("msgCode"), said.optString("msg", "The service answered $status"))
    }
}
