package androidx.credentials.exceptions.publickeycredential

import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.GetCredentialException
import androidx.credentials.exceptions.domerrors.DomError

public class CreatePublicKeyCredentialDomException(public val domError: DomError, errorMessage: CharSequence? = null) :
    CreateCredentialException(
        "androidx.credentials.TYPE_CREATE_PUBLIC_KEY_CREDENTIAL_DOM_EXCEPTION/${domError.type}",
        errorMessage,
    )

public class GetPublicKeyCredentialDomException(public val domError: DomError, errorMessage: CharSequence? = null) :
    GetCredentialException(
        "androidx.credentials.TYPE_GET_PUBLIC_KEY_CREDENTIAL_DOM_EXCEPTION/${domError.type}",
        errorMessage,
    )
