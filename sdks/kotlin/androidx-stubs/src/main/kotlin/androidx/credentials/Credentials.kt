package androidx.credentials

import android.content.Context
import android.os.CancellationSignal
import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.GetCredentialException
import java.util.concurrent.Executor

// The signatures of androidx.credentials 1.3 that the adapter and its tests use, from the library's documentation.

public interface CredentialManagerCallback<R : Any?, E : Any> {
    public fun onResult(result: R)

    public fun onError(e: E)
}

public interface CredentialManager {
    public fun getCredentialAsync(
        context: Context,
        request: GetCredentialRequest,
        cancellationSignal: CancellationSignal?,
        executor: Executor,
        callback: CredentialManagerCallback<GetCredentialResponse, GetCredentialException>,
    )

    public fun createCredentialAsync(
        context: Context,
        request: CreateCredentialRequest,
        cancellationSignal: CancellationSignal?,
        executor: Executor,
        callback: CredentialManagerCallback<CreateCredentialResponse, CreateCredentialException>,
    )

    public companion object {
        @JvmStatic
        public fun create(context: Context): CredentialManager = throw UnsupportedOperationException("A stub for $context")
    }
}

public abstract class CreateCredentialRequest internal constructor()

// The library's constructors have optional parameters, whose number changes. Without them here, Kotlin calls the overload for Java,
// which stays.

public class CreatePublicKeyCredentialRequest(public val requestJson: String) : CreateCredentialRequest()

public abstract class CreateCredentialResponse internal constructor()

public class CreatePublicKeyCredentialResponse(public val registrationResponseJson: String) : CreateCredentialResponse()

public abstract class Credential internal constructor()

public class PublicKeyCredential(public val authenticationResponseJson: String) : Credential()

public class PasswordCredential(public val id: String, public val password: String) : Credential()

public class CreatePasswordResponse : CreateCredentialResponse()

public abstract class CredentialOption internal constructor()

public class GetPublicKeyCredentialOption(public val requestJson: String) : CredentialOption()

public class GetCredentialRequest private constructor(
    public val credentialOptions: List<CredentialOption>,
    @get:JvmName("preferImmediatelyAvailableCredentials")
    public val preferImmediatelyAvailableCredentials: Boolean,
) {
    public class Builder {
        private val credentialOptions = mutableListOf<CredentialOption>()
        private var preferImmediatelyAvailableCredentials = false

        public fun addCredentialOption(credentialOption: CredentialOption): Builder =
            apply { credentialOptions += credentialOption }

        public fun setPreferImmediatelyAvailableCredentials(preferImmediatelyAvailableCredentials: Boolean): Builder =
            apply { this.preferImmediatelyAvailableCredentials = preferImmediatelyAvailableCredentials }

        public fun build(): GetCredentialRequest =
            GetCredentialRequest(credentialOptions.toList(), preferImmediatelyAvailableCredentials)
    }
}

public class GetCredentialResponse(public val credential: Credential)
