package thumbturn

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Options name the service, the application, and its keys.
type Options struct {
	// BaseURL is the address of the service (http://localhost:4300) or of the application (http://localhost:4300/apps/shop,
	// https://shop.example.com).
	BaseURL string
	// AppID is the application ID; optional if BaseURL ends with /apps/<id>.
	AppID string
	// APIKey is a key of the application. It isn't needed to verify tokens by public keys.
	APIKey string
	// AdminKey is a key of the installation, to read events.
	AdminKey string
	// Issuer is the iss of your tokens, if it differs from BaseURL, for example behind a proxy.
	Issuer string
	// Timeout limits each call; 5 seconds by default.
	Timeout time.Duration
	// ClockTolerance is the time by which this machine's clock can differ from the service's: 5 seconds by default, at most
	// 5 minutes. A negative value means none.
	ClockTolerance time.Duration
	// HTTPClient sends the calls. The client follows no redirects, even if this one does.
	HTTPClient *http.Client
	// Now replaces the machine's clock.
	Now func() time.Time
}

const (
	defaultTimeout        = 5 * time.Second
	defaultClockTolerance = 5 * time.Second
	maxClockTolerance     = 5 * time.Minute
)

// settings are the validated options.
type settings struct {
	// application is the URL of the application, installation that of the service.
	application, installation string
	appID                     string
	issuers                   []string
	apiKey, adminKey          string
	timeout, clockTolerance   time.Duration
	http                      *http.Client
	now                       func() time.Time
}

func invalidOptions(format string, values ...any) *Error {
	return newError(CodeInvalidOptions, fmt.Sprintf(format, values...))
}

func newSettings(options Options) (*settings, error) {
	address, err := parseAddress(options)
	if err != nil {
		return nil, err
	}
	result := &settings{
		application:  address.installation + "/apps/" + url.PathEscape(address.appID),
		installation: address.installation,
		appID:        address.appID,
		issuers:      listIssuers(address),
		http:         withoutRedirects(options.HTTPClient),
		now:          options.Now,
	}
	if options.Issuer != "" {
		result.issuers = []string{strings.TrimRight(options.Issuer, "/")}
	}
	if result.now == nil {
		result.now = time.Now
	}
	return result, result.setLimitsAndKeys(options)
}

func (s *settings) setLimitsAndKeys(options Options) (err error) {
	s.timeout, s.clockTolerance = options.Timeout, max(options.ClockTolerance, 0)
	if s.timeout == 0 {
		s.timeout = defaultTimeout
	}
	if options.ClockTolerance == 0 {
		s.clockTolerance = defaultClockTolerance
	}
	if s.timeout < 0 {
		return invalidOptions("Timeout must be more than 0")
	}
	if s.clockTolerance > maxClockTolerance {
		return invalidOptions("ClockTolerance must be 0 to 300 seconds")
	}
	if s.apiKey, err = parseKey("APIKey", options.APIKey); err != nil {
		return err
	}
	s.adminKey, err = parseKey("AdminKey", options.AdminKey)
	return err
}

// withoutRedirects returns a copy that follows none: a redirect would send the key to another server.
func withoutRedirects(client *http.Client) *http.Client {
	result := http.Client{}
	if client != nil {
		result = *client
	}
	result.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &result
}

type address struct{ installation, appID string }

var pathOfApplication = regexp.MustCompile(`^(.*)/apps/([^/]+)$`)

func parseAddress(options Options) (address, error) {
	installation, err := normalizeBaseURL(options.BaseURL)
	if err != nil {
		return address{}, err
	}
	result := address{installation, options.AppID}
	if found := pathOfApplication.FindStringSubmatch(installation); found != nil {
		result = address{found[1], found[2]}
	}
	if result.appID == "" {
		return address{}, invalidOptions("AppID is missing: pass it, or a BaseURL that ends with /apps/<id>")
	}
	if options.AppID != "" && options.AppID != result.appID {
		return address{}, invalidOptions("BaseURL names the application %s, AppID %s: pass one of them", result.appID, options.AppID)
	}
	return result, nil
}

// normalizeBaseURL returns the address in the form in which the service names itself, without a slash at the end.
func normalizeBaseURL(baseURL string) (string, error) {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil ||
		(parsed.Scheme != "http" && parsed.Scheme != "https") {
		return "", invalidOptions("BaseURL must be like http://localhost:4300, not %q", baseURL)
	}
	host := strings.ToLower(parsed.Host)
	host = strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[parsed.Scheme])
	return parsed.Scheme + "://" + host + strings.TrimRight(parsed.EscapedPath(), "/"), nil
}

// listIssuers returns the possible values of iss: the application's path on the service, or its own host, as configured in
// the service.
func listIssuers(a address) []string {
	issuers := []string{a.installation + "/apps/" + a.appID, a.installation}
	scheme, rest, _ := strings.Cut(a.installation, "://")
	host, _, _ := strings.Cut(rest, "/")
	if parent, isOwnHost := strings.CutPrefix(host, a.appID+"."); isOwnHost {
		issuers = append(issuers, scheme+"://"+parent+"/apps/"+a.appID)
	}
	return issuers
}

var visibleASCII = regexp.MustCompile(`^[!-~]*$`)

// parseKey trims a key, because keys that are read from files often end with a line break.
func parseKey(option, key string) (string, error) {
	key = strings.TrimSpace(key)
	if !visibleASCII.MatchString(key) {
		return "", invalidOptions("%s contains characters that no key has", option)
	}
	return key, nil
}
