package androidx.credentials.exceptions

public abstract class CreateCredentialException @JvmOverloads internal constructor(
    public open val type: String,
    public open val errorMessage: CharSequence? = null,
) : Exception(errorMessage?.toString())

public class CreateCredentialCancellationException(errorMessage: CharSequence? = null) :
    CreateCredentialException("android.credentials.CreateCredentialException.TYPE_USER_CANCELED", errorMessage)

public class CreateCredentialInterruptedException(errorMessage: CharSequence? = null) :
    CreateCredentialException("android.credentials.CreateCredentialException.TYPE_INTERRUPTED", errorMessage)

public class CreateCredentialNoCreateOptionException(errorMessage: CharSequence? = null) :
    CreateCredentialException("android.credentials.CreateCredentialException.TYPE_NO_CREATE_OPTIONS", errorMessage)

public class CreateCredentialUnknownException(errorMessage: CharSequence? = null) :
    CreateCredentialException("android.credentials.CreateCredentialException.TYPE_UNKNOWN", errorMessage)

public class CreateCredentialProviderConfigurationException(errorMessage: CharSequence? = null) :
    CreateCredentialException(
        "androidx.credentials.TYPE_CREATE_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION",
        errorMessage,
    )

public class CreateCredentialUnsupportedException(errorMessage: CharSequence? = null) :
    CreateCredentialException("androidx.credentials.TYPE_CREATE_CREDENTIAL_UNSUPPORTED_EXCEPTION", errorMessage)

public class CreateCredentialCustomException(type: String, errorMessage: CharSequence? = null) :
    CreateCredentialException(type, errorMessage)

public abstract class GetCredentialException @JvmOverloads internal constructor(
    public open val type: String,
    public open val errorMessage: CharSequence? = null,
) : Exception(errorMessage?.toString())

public class GetCredentialCancellationException(errorMessage: CharSequence? = null) :
    GetCredentialException("android.credentials.GetCredentialException.TYPE_USER_CANCELED", errorMessage)

public class GetCredentialInterruptedException(errorMessage: CharSequence? = null) :
    GetCredentialException("android.credentials.GetCredentialException.TYPE_INTERRUPTED", errorMessage)

public class NoCredentialException(errorMessage: CharSequence? = null) :
    GetCredentialException("android.credentials.GetCredentialException.TYPE_NO_CREDENTIAL", errorMessage)

public class GetCredentialUnknownException(errorMessage: CharSequence? = null) :
    GetCredentialException("android.credentials.GetCredentialException.TYPE_UNKNOWN", errorMessage)

public class GetCredentialProviderConfigurationException(errorMessage: CharSequence? = null) :
    GetCredentialException("androidx.credentials.TYPE_GET_CREDENTIAL_PROVIDER_CONFIGURATION_EXCEPTION", errorMessage)

public class GetCredentialUnsupportedException(errorMessage: CharSequence? = null) :
    GetCredentialException("androidx.credentials.TYPE_GET_CREDENTIAL_UNSUPPORTED_EXCEPTION", errorMessage)

public class GetCredentialCustomException(type: String, errorMessage: CharSequence? = null) :
    GetCredentialException(type, errorMessage)
