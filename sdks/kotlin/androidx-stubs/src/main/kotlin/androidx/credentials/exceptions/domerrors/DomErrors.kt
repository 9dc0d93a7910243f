package androidx.credentials.exceptions.domerrors

public abstract class DomError(public open val type: String)

public class AbortError : DomError("androidx.credentials.TYPE_ABORT_ERROR")

public class ConstraintError : DomError("androidx.credentials.TYPE_CONSTRAINT_ERROR")

public class DataCloneError : DomError("androidx.credentials.TYPE_DATA_CLONE_ERROR")

public class DataError : DomError("androidx.credentials.TYPE_DATA_ERROR")

public class EncodingError : DomError("androidx.credentials.TYPE_ENCODING_ERROR")

public class HierarchyRequestError : DomError("androidx.credentials.TYPE_HIERARCHY_REQUEST_ERROR")

public class InUseAttributeError : DomError("androidx.credentials.TYPE_IN_USE_ATTRIBUTE_ERROR")

public class InvalidCharacterError : DomError("androidx.credentials.TYPE_INVALID_CHARACTER_ERROR")

public class InvalidModificationError : DomError("androidx.credentials.TYPE_INVALID_MODIFICATION_ERROR")

public class InvalidNodeTypeError : DomError("androidx.credentials.TYPE_INVALID_NODE_TYPE_ERROR")

public class InvalidStateError : DomError("androidx.credentials.TYPE_INVALID_STATE_ERROR")

public class NamespaceError : DomError("androidx.credentials.TYPE_NAMESPACE_ERROR")

public class NetworkError : DomError("androidx.credentials.TYPE_NETWORK_ERROR")

public class NoModificationAllowedError : DomError("androidx.credentials.TYPE_NO_MODIFICATION_ALLOWED_ERROR")

public class NotAllowedError : DomError("androidx.credentials.TYPE_NOT_ALLOWED_ERROR")

public class NotFoundError : DomError("androidx.credentials.TYPE_NOT_FOUND_ERROR")

public class NotReadableError : DomError("androidx.credentials.TYPE_NOT_READABLE_ERROR")

public class NotSupportedError : DomError("androidx.credentials.TYPE_NOT_SUPPORTED_ERROR")

public class OperationError : DomError("androidx.credentials.TYPE_OPERATION_ERROR")

public class OptOutError : DomError("androidx.credentials.TYPE_OPT_OUT_ERROR")

public class QuotaExceededError : DomError("androidx.credentials.TYPE_QUOTA_EXCEEDED_ERROR")

public class ReadOnlyError : DomError("androidx.credentials.TYPE_READ_ONLY_ERROR")

public class SecurityError : DomError("androidx.credentials.TYPE_SECURITY_ERROR")

public class SyntaxError : DomError("androidx.credentials.TYPE_SYNTAX_ERROR")

public class TimeoutError : DomError("androidx.credentials.TYPE_TIMEOUT_ERROR")

public class TransactionInactiveError : DomError("androidx.credentials.TYPE_TRANSACTION_INACTIVE_ERROR")

public class UnknownError : DomError("androidx.credentials.TYPE_UNKNOWN_ERROR")

public class VersionError : DomError("androidx.credentials.TYPE_VERSION_ERROR")

public class WrongDocumentError : DomError("androidx.credentials.TYPE_WRONG_DOCUMENT_ERROR")
