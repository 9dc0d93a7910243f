package thumbturn

// UserScope is a right that an access token or a grant can have.
type UserScope string

// Scopes of users' tokens.
const (
	ScopePasskeyRead  UserScope = "passkey:read"
	ScopePasskeyWrite UserScope = "passkey:write"
	ScopeProfileRead  UserScope = "profile:read"
	ScopeProfileWrite UserScope = "profile:write"
	ScopeRegWrite     UserScope = "reg:write"
	ScopeAuthWrite    UserScope = "auth:write"
)

// ServiceScope is a right of the tokens that backends sign for the first-generation API.
type ServiceScope string

// Scopes of first-generation service tokens.
const (
	ScopeAuthRegister                   ServiceScope = "auth.register"
	ScopeAuthLogin                      ServiceScope = "auth.login"
	ScopeAuthLoginRestricted            ServiceScope = "auth.login_restricted"
	ScopeAuthTemporary                  ServiceScope = "auth.temporary"
	ScopeTxCreate                       ServiceScope = "tx.create"
	ScopeCodesGenerate                  ServiceScope = "codes.generate"
	ScopeCodesAuthorize                 ServiceScope = "codes.authorize"
	ScopeCodesInvalidate                ServiceScope = "codes.invalidate"
	ScopeCodesSelfGenerate              ServiceScope = "codes.self_generate"
	ScopeCredentialsList                ServiceScope = "credentials.list"
	ScopeCredentialsRename              ServiceScope = "credentials.rename"
	ScopeCredentialsRevoke              ServiceScope = "credentials.revoke"
	ScopeCredentialsAdd                 ServiceScope = "credentials.add"
	ScopeCredentialsForceAdd            ServiceScope = "credentials.force_add"
	ScopeCredentialsAddRecovery         ServiceScope = "credentials.add_recovery"
	ScopeCredentialsReplace             ServiceScope = "credentials.replace"
	ScopeUsersCreate                    ServiceScope = "users.create"
	ScopeUsersList                      ServiceScope = "users.list"
	ScopeUsersRetrieve                  ServiceScope = "users.retrieve"
	ScopeUsersDelete                    ServiceScope = "users.delete"
	ScopeUsersActivate                  ServiceScope = "users.activate"
	ScopeUsersDeactivate                ServiceScope = "users.deactivate"
	ScopeUsersEmailVerificationDispatch ServiceScope = "users.email_verification_dispatch"
)
