package thumbturn

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Resource is a server, or a part of one, that only OpenID clients with an access token can call, such as an MCP server. Create
// it with NewResource.
type Resource struct {
	metadata      ResourceMetadata
	origin        string
	metadataPath  string
	scopes        []string
	implied       map[string][]string
	verifier      verifier
	proofs        *proofVerifier
	introspection *introspection
}

// NewResource creates a resource. It makes no call until a request arrives.
func NewResource(options ResourceOptions) (*Resource, error) {
	settings, err := options.settings()
	if err != nil {
		return nil, err
	}
	origin, err := parseResource(options.Resource)
	if err == nil {
		err = options.requireScopeNames()
	}
	if err != nil {
		return nil, err
	}
	// RFC 9728 §3.1: the well-known path is between host and path, of which a sole slash is left out.
	path := strings.TrimPrefix(options.Resource, origin)
	if path == "/" {
		path = ""
	}
	resource := &Resource{
		metadata:     newMetadata(options, settings.appID),
		origin:       origin,
		metadataPath: "/.well-known/oauth-protected-resource" + path,
		scopes:       slices.Clone(options.Scopes),
		implied:      maps.Clone(options.ImpliedScopes),
		verifier:     newVerifier(settings),
		proofs:       newProofVerifier(settings.now),
	}
	if options.Introspection != nil {
		resource.introspection, err = newIntrospection(settings, *options.Introspection)
	}
	return resource, err
}

// Metadata returns the document that clients read first (RFC 9728).
func (r *Resource) Metadata() ResourceMetadata { return r.metadata }

// MetadataURL returns the document's address, which WWW-Authenticate names.
func (r *Resource) MetadataURL() string { return r.origin + r.metadataPath }

// MetadataPath returns the path of MetadataURL, to pass to a router with MetadataHandler.
func (r *Resource) MetadataPath() string { return r.metadataPath }

// AccessRequirements say which requests RequireAccess admits.
type AccessRequirements struct {
	// Scopes that these requests need besides those of the resource.
	Scopes []string
	// OnRejected receives the exact reason for each rejected request, for your log.
	OnRejected func(request *http.Request, err error)
}

type accessKey struct{}

// AccessFromContext returns what the token of a request that RequireAccess admitted allows.
func AccessFromContext(ctx context.Context) (*ResourceAccess, bool) {
	access, ok := ctx.Value(accessKey{}).(*ResourceAccess)
	return access, ok
}

// RequireAccess returns middleware that admits only requests with an access token for the resource, about which
// AccessFromContext says what it allows. It responds with 401 without a valid token, with 403 to a token without a scope, and
// with 503 if tokens can't be verified. Requirements can be nil.
func (r *Resource) RequireAccess(requirements *AccessRequirements) func(http.Handler) http.Handler {
	required := AccessRequirements{}
	if requirements != nil {
		required = *requirements
	}
	needed := slices.Clone(r.scopes)
	for _, scope := range required.Scopes {
		if !slices.Contains(needed, scope) {
			needed = append(needed, scope)
		}
	}
	return guard[ResourceAccess]{
		key:        accessKey{},
		admit:      func(request *http.Request) (*ResourceAccess, error) { return r.admit(request, needed) },
		reject:     func(w http.ResponseWriter, err error) { r.challenge(w, err, needed) },
		onRejected: required.OnRejected,
	}.wrap
}

func (r *Resource) admit(request *http.Request, needed []string) (*ResourceAccess, error) {
	scheme, text := readCredentials(request)
	parsed, err := r.verifyToken(request.Context(), text)
	if err != nil {
		return nil, err
	}
	if err := r.requireProof(request, parsed.claims, scheme, text); err != nil {
		return nil, err
	}
	scopes := r.addImplied(parsed.claims.text("scope"))
	if err := requireScopes(scopes, needed); err != nil {
		return nil, err
	}
	if r.introspection != nil {
		if err := r.introspection.requireActive(request.Context(), parsed.claims.text("jti"), text); err != nil {
			return nil, err
		}
	}
	return toResourceAccess(parsed.claims, scopes), nil
}

// credentials matches the schemes in any case (RFC 9110 §11.1). A token in the query isn't read (OAuth 2.1 §5.1.1).
var credentials = regexp.MustCompile(`^(?i:(bearer|dpop)) +(\S+) *$`)

// readCredentials returns the scheme in small letters, and the token.
func readCredentials(request *http.Request) (scheme, text string) {
	found := credentials.FindStringSubmatch(request.Header.Get("Authorization"))
	if found == nil {
		return "", ""
	}
	return strings.ToLower(found[1]), found[2]
}

// requireProof lets a token that is bound to a key work with a proof only, and a proof with such a token only (RFC 9449 §7.1,
// §7.2).
func (r *Resource) requireProof(request *http.Request, claims fields, scheme, text string) error {
	thumbprint, isBound := claims.thumbprint()
	switch {
	case !isBound && scheme == "bearer":
		return nil
	case !isBound:
		return newError(CodeTokenWrongProof, "The token is not bound to a key: send it as Bearer")
	case scheme != "dpop":
		return newError(CodeTokenWithoutProof, "The token is bound to a key: send it as DPoP, with a proof")
	}
	return r.proofs.accept(boundRequest{
		proof:      strings.Join(request.Header.Values("DPoP"), ", "),
		method:     request.Method,
		url:        r.origin + requestedPath(request),
		token:      text,
		thumbprint: thumbprint,
	})
}

// requestedPath returns the path as the client requested it: middleware such as http.StripPrefix changes that of the URL.
func requestedPath(request *http.Request) string {
	if target, err := url.ParseRequestURI(request.RequestURI); err == nil {
		return target.EscapedPath()
	}
	return request.URL.EscapedPath()
}
