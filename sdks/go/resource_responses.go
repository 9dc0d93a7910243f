package thumbturn

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// ResourceMetadata is the document by which clients learn how to get a token (RFC 9728 §2).
type ResourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	ScopesSupported      []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	ProofAlgorithms      []string `json:"dpop_signing_alg_values_supported"`
	Name                 string   `json:"resource_name,omitempty"`
	Documentation        string   `json:"resource_documentation,omitempty"`
}

func newMetadata(options ResourceOptions, issuer string) ResourceMetadata {
	supported := options.ScopesSupported
	if supported == nil {
		supported = options.Scopes
	}
	return ResourceMetadata{
		Resource:             options.Resource,
		AuthorizationServers: []string{issuer},
		ScopesSupported:      supported,
		BearerMethods:        []string{"header"},
		ProofAlgorithms:      proofAlgorithms,
		Name:                 options.Name,
		Documentation:        options.Documentation,
	}
}

const metadataMethods = "GET, HEAD, OPTIONS"

// MetadataHandler responds to requests for the metadata, which pages of every origin can read, and to others with 404:
// mux.Handle(resource.MetadataPath(), resource.MetadataHandler()).
func (r *Resource) MetadataHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if requestedPath(request) != r.metadataPath {
			http.NotFound(w, request)
			return
		}
		header := w.Header()
		// Clients in browsers send a header of MCP with the request.
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Allow-Methods", metadataMethods)
		header.Set("Access-Control-Allow-Headers", "*")
		header.Set("Access-Control-Max-Age", "86400")
		switch request.Method {
		case http.MethodGet, http.MethodHead:
			header.Set("Cache-Control", "public, max-age=300")
			sendJSON(w, http.StatusOK, r.metadata)
		case http.MethodOptions:
			header.Set("Allow", metadataMethods)
			w.WriteHeader(http.StatusNoContent)
		default:
			header.Set("Allow", metadataMethods)
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
}

func sendJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may have closed the connection.
	_ = json.NewEncoder(w).Encode(body)
}

// problem is the error of a challenge (RFC 6750 §3).
type problem struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

var (
	noToken      = problem{"unauthorized", "This resource needs an access token"}
	invalidToken = problem{"invalid_token", "The access token is not valid here, or it has expired"}
	insufficient = problem{"insufficient_scope", "The access token lacks a scope that this request needs"}
	// invalidProof is that of RFC 9449 §7.1.
	invalidProof = problem{
		"invalid_dpop_proof",
		"The access token is bound to a key, and the DPoP proof for this request is missing or not valid",
	}
	unavailable = problem{
		"temporarily_unavailable", "Access tokens cannot be verified right now: try again",
	}
)

// challenge responds to a request that isn't admitted (RFC 6750 §3, RFC 9728 §5.1). The exact reason goes to the log only.
func (r *Resource) challenge(w http.ResponseWriter, err error, scopes []string) {
	w.Header().Set("Cache-Control", "no-store")
	var failure *Error
	// The service is unreachable, or this server is misconfigured: the token may still be valid.
	if !errors.As(err, &failure) || !IsTokenRejected(err) {
		w.Header().Set("Retry-After", formatRetryAfter(failure))
		sendJSON(w, http.StatusServiceUnavailable, unavailable)
		return
	}
	scheme, status, content := "Bearer", http.StatusUnauthorized, invalidToken
	switch failure.Code {
	case CodeTokenMissing:
		content = noToken
	case CodeTokenMissingScope:
		status, content = http.StatusForbidden, insufficient
	case CodeTokenWithoutProof, CodeTokenWrongProof:
		scheme, content = "DPoP", invalidProof
	}
	w.Header().Set("WWW-Authenticate", scheme+" "+r.describe(content, scopes))
	sendJSON(w, status, content)
}

func (r *Resource) describe(content problem, scopes []string) string {
	var parameters []string
	add := func(name, value string) { parameters = append(parameters, name+`="`+value+`"`) }
	if content != noToken {
		add("error", content.Error)
		add("error_description", content.Description)
	}
	add("resource_metadata", r.MetadataURL())
	if len(scopes) > 0 {
		add("scope", strings.Join(scopes, " "))
	}
	if content == invalidProof {
		add("algs", strings.Join(proofAlgorithms, " "))
	}
	return strings.Join(parameters, ", ")
}
