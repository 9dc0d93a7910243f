package io.github.thumbturn.app.androidx

import androidx.credentials.exceptions.CreateCredentialCancellationException
import androidx.credentials.exceptions.CreateCredentialCustomException
import androidx.credentials.exceptions.CreateCredentialException
import androidx.credentials.exceptions.CreateCredentialInterruptedException
import androidx.credentials.exceptions.CreateCredentialNoCreateOptionException
import androidx.credentials.exceptions.CreateCredentialProviderConfigurationException
import androidx.credentials.exceptions.CreateCredentialUnknownException
import androidx.credentials.exceptions.CreateCredentialUnsupportedException
import androidx.credentials.exceptions.GetCredentialCancellationException
import androidx.credentials.exceptions.GetCredentialCustomException
import androidx.credentials.exceptions.GetCredentialException
import androidx.credentials.exceptions.GetCredentialInterruptedException
import androidx.credentials.exceptions.GetCredentialProviderConfigurationException
import androidx.credentials.exceptions.GetCredentialUnknownException
import androidx.credentials.exceptions.GetCredentialUnsupportedException
import androidx.credentials.exceptions.NoCredentialException
import androidx.credentials.exceptions.domerrors.AbortError
import androidx.credentials.exceptions.domerrors.ConstraintError
import androidx.credentials.exceptions.domerrors.DataCloneError
import androidx.credentials.exceptions.domerrors.DataError
import androidx.credentials.exceptions.domerrors.DomError
import androidx.credentials.exceptions.domerrors.EncodingError
import androidx.credentials.exceptions.domerrors.HierarchyRequestError
import androidx.credentials.exceptions.domerrors.InUseAttributeError
import androidx.credentials.exceptions.domerrors.InvalidCharacterError
import androidx.credentials.exceptions.domerrors.InvalidModificationError
import androidx.credentials.exceptions.domerrors.InvalidNodeTypeError
import androidx.credentials.exceptions.domerrors.InvalidStateError
import androidx.credentials.exceptions.domerrors.NamespaceError
import androidx.credentials.exceptions.domerrors.NetworkError
import androidx.credentials.exceptions.domerrors.NoModificationAllowedError
import androidx.credentials.exceptions.domerrors.NotAllowedError
import androidx.credentials.exceptions.domerrors.NotFoundError
import androidx.credentials.exceptions.domerrors.NotReadableError
import androidx.credentials.exceptions.domerrors.NotSupportedError
import androidx.credentials.exceptions.domerrors.OperationError
import androidx.credentials.exceptions.domerrors.OptOutError
import androidx.credentials.exceptions.domerrors.QuotaExceededError
import androidx.credentials.exceptions.domerrors.ReadOnlyError
import androidx.credentials.exceptions.domerrors.SecurityError
import androidx.credentials.exceptions.domerrors.SyntaxError
import androidx.credentials.exceptions.domerrors.TimeoutError
import androidx.credentials.exceptions.domerrors.TransactionInactiveError
import androidx.credentials.exceptions.domerrors.UnknownError
import androidx.credentials.exceptions.domerrors.VersionError
import androidx.credentials.exceptions.domerrors.WrongDocumentError
import androidx.credentials.exceptions.publickeycredential.CreatePublicKeyCredentialDomException
import androidx.credentials.exceptions.publickeycredential.GetPublicKeyCredentialDomException

private val domErrors: List<DomError> = listOf(
    AbortError(), ConstraintError(), DataCloneError(), DataError(), EncodingError(), HierarchyRequestError(),
    InUseAttributeError(), InvalidCharacterError(), InvalidModificationError(), InvalidNodeTypeError(), InvalidStateError(),
    NamespaceError(), NetworkError(), NoModificationAllowedError(), NotAllowedError(), NotFoundError(), NotReadableError(),
    NotSupportedError(), OperationError(), OptOutError(), QuotaExceededError(), ReadOnlyError(), SecurityError(),
    SyntaxError(), TimeoutError(), TransactionInactiveError(), UnknownError(), VersionError(), WrongDocumentError(),
)

/** Every exception with which the library ends a creation. */
val creationErrors: List<CreateCredentialException> = listOf(
    CreateCredentialCancellationException("text"),
    CreateCredentialInterruptedException("text"),
    CreateCredentialNoCreateOptionException("text"),
    CreateCredentialUnknownException("text"),
    CreateCredentialProviderConfigurationException("text"),
    CreateCredentialUnsupportedException("text"),
    CreateCredentialCustomException("com.example.TYPE_OF_A_PASSWORD_MANAGER", "text"),
) + domErrors.map { CreatePublicKeyCredentialDomException(it, "text") }

/** Every exception with which the library ends an assertion. */
val assertionErrors: List<GetCredentialException> = listOf(
    GetCredentialCancellationException("text"),
    GetCredentialInterruptedException("text"),
    NoCredentialException("text"),
    GetCredentialUnknownException("text"),
    GetCredentialProviderConfigurationException("text"),
    GetCredentialUnsupportedException("text"),
    GetCredentialCustomException("com.example.TYPE_OF_A_PASSWORD_MANAGER", "text"),
) + domErrors.map { GetPublicKeyCredentialDomException(it, "text") }
