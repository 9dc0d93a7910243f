package thumbturn

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// ResourceOptions describe a protected resource (RFC 9728), such as an MCP server, and the application that issues the tokens
// for it.
type ResourceOptions struct {
	// Issuer is the application's address: https://id.example.com/apps/shop.
	Issuer string
	// Resource is the address of this server as clients know it, such as https://mcp.example.com/mcp, and the audience of its
	// tokens. It's never read from a request, whose Host header an attacker can choose.
	Resource string
	// Scopes are those that every request needs, and that a client asks for first.
	Scopes []string
	// ScopesSupported are all scopes that a client can ask for here; Scopes by default.
	ScopesSupported []string
	// ImpliedScopes are the scopes that a broader one includes: {"notes:write": {"notes:read"}}.
	ImpliedScopes map[string][]string
	// Name is for users, and clients can show it.
	Name string
	// Documentation is a page for developers of clients.
	Documentation string
	// Introspection asks the service whether a token was revoked. By default, a token is valid until it expires.
	Introspection *IntrospectionOptions
	// BaseURL is where this server reaches the application, if that isn't the issuer's address.
	BaseURL string
	// Timeout limits each call; 5 seconds by default.
	Timeout time.Duration
	// ClockTolerance is the time by which this machine's clock can differ from the service's: 5 seconds by default, at most
	// 5 minutes. A negative value means none.
	ClockTolerance time.Duration
	// HTTPClient sends the calls. The resource follows no redirects, even if this client does.
	HTTPClient *http.Client
	// Now replaces the machine's clock.
	Now func() time.Time
}

// IntrospectionOptions say how a resource asks whether a token was revoked (RFC 7662).
type IntrospectionOptions struct {
	// ClientID names a client of the application that has a secret, and lists this resource.
	ClientID     string
	ClientSecret string
	// CacheTime is the time for which a response counts, and within which a revoked token ends: a minute by default, at most an
	// hour. A negative value means none, so each request asks.
	CacheTime time.Duration
	// AcceptOutages lets tokens count as without introspection while the service can't be asked, instead of responding with 503.
	AcceptOutages bool
}

const (
	defaultCacheTime = time.Minute
	maxCacheTime     = time.Hour
)

func (o ResourceOptions) settings() (*settings, error) {
	issuer, err := parseApplication("Issuer", o.Issuer)
	if err != nil {
		return nil, err
	}
	application := issuer
	if o.BaseURL != "" {
		if application, err = parseApplication("BaseURL", o.BaseURL); err != nil {
			return nil, err
		}
	}
	// Unlike a Client, a resource needs no ID of the application: its address is enough.
	result := &settings{
		application:  application,
		installation: application,
		appID:        issuer,
		issuers:      []string{issuer},
		http:         withoutRedirects(o.HTTPClient),
		now:          o.Now,
	}
	if result.now == nil {
		result.now = time.Now
	}
	return result, result.setLimitsAndKeys(Options{Timeout: o.Timeout, ClockTolerance: o.ClockTolerance})
}

func parseApplication(option, address string) (string, error) {
	if normalizeURL(address) == "" || strings.ContainsAny(address, "?#") {
		return "", invalidOptions("%s must be like https://id.example.com/apps/shop", option)
	}
	return strings.TrimRight(address, "/"), nil
}

// normalizeURL returns scheme, host, port, and path in the usual form (RFC 3986 §6.2.2, §6.2.3), without query and fragment, or
// "" if this isn't an address of HTTP without credentials.
func normalizeURL(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Hostname() == "" || parsed.User != nil {
		return ""
	}
	ports := map[string]string{"http": ":80", "https": ":443"}
	usual, isHTTP := ports[parsed.Scheme]
	if !isHTTP {
		return ""
	}
	// Removes dot segments.
	path := parsed.ResolveReference(parsed).EscapedPath()
	if path == "" {
		path = "/"
	}
	return parsed.Scheme + "://" + strings.TrimSuffix(strings.ToLower(parsed.Host), usual) + path
}

var loopback = regexp.MustCompile(`^http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$`)

// parseResource returns the origin of a resource, which must be in the form in which clients repeat it: they parse it, and an
// audience is compared character by character.
func parseResource(resource string) (string, error) {
	usual := normalizeURL(resource)
	if usual == "" || strings.ContainsAny(resource, "?#") {
		return "", invalidOptions("Resource must be like https://mcp.example.com/mcp, not %q", resource)
	}
	origin := originOf(usual)
	if !strings.HasPrefix(origin, "https:") && !loopback.MatchString(origin) {
		return "", invalidOptions("Resource must use https, except on localhost")
	}
	if usual != resource && usual != resource+"/" {
		return "", invalidOptions("Resource must be written as %s", usual)
	}
	return origin, nil
}

// scopeName is that of RFC 6749 §3.3: printable ASCII without quotation mark and backslash, so it can be quoted in a header.
var scopeName = regexp.MustCompile(`^[!#-\[\]-~]+$`)

func (o ResourceOptions) requireScopeNames() error {
	names := append(append([]string{}, o.Scopes...), o.ScopesSupported...)
	for broader := range o.ImpliedScopes {
		names = append(names, broader)
	}
	for _, name := range names {
		if !scopeName.MatchString(name) {
			return invalidOptions("%q is not the name of a scope", name)
		}
	}
	return nil
}

// validated returns a copy with defaults.
func (o IntrospectionOptions) validated() (IntrospectionOptions, error) {
	o.ClientSecret = strings.TrimSpace(o.ClientSecret)
	if o.ClientID == "" || o.ClientSecret == "" {
		return o, invalidOptions("Introspection needs ClientID and ClientSecret of a client that lists this resource")
	}
	if o.CacheTime > maxCacheTime {
		return o, invalidOptions("CacheTime must be at most an hour")
	}
	if o.CacheTime == 0 {
		o.CacheTime = defaultCacheTime
	}
	return o, nil
}
