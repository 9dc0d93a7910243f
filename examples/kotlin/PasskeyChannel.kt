package com.example.app

import androidx.credentials.CreatePublicKeyCredentialRequest
import androidx.credentials.CreatePublicKeyCredentialResponse
import androidx.credentials.CredentialManager
import androidx.credentials.GetCredentialRequest
import androidx.credentials.GetPublicKeyCredentialOption
import androidx.credentials.PublicKeyCredential
import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.GetCredentialException
import androidx.lifecycle.lifecycleScope
import io.flutter.embedding.android.FlutterFragmentActivity
import io.flutter.embedding.engine.FlutterEngine
import io.flutter.plugin.common.MethodChannel
import kotlinx.coroutines.launch

/** Hands the options of the service to Credential Manager, and its answer back to Dart: JSON both ways. */
class MainActivity : FlutterFragmentActivity() {
    override fun configureFlutterEngine(flutterEngine: FlutterEngine) {
        super.configureFlutterEngine(flutterEngine)
        MethodChannel(flutterEngine.dartExecutor.binaryMessenger, "passkeys").setMethodCallHandler { call, result ->
            lifecycleScope.launch {
                try {
                    val options = call.arguments as String
                    result.success(if (call.method == "create") create(options) else get(options))
                } catch (error: CreateCredentialException) {
                    result.error(error.type, error.message, null)
                } catch (error: GetCredentialException) {
                    result.error(error.type, error.message, null)
                }
            }
        }
    }

    private suspend fun create(options: String): String {
        val request = CreatePublicKeyCredentialRequest(options)
        val created = CredentialManager.create(this).createCredential(this, request)
        return (created as CreatePublicKeyCredentialResponse).registrationResponseJson
    }

    private suspend fun get(options: String): String {
        val request = GetCredentialRequest(listOf(GetPublicKeyCredentialOption(options)))
        val answer = CredentialManager.create(this).getCredential(this, request)
        return (answer.credential as PublicKeyCredential).authenticationResponseJson
    }
}
