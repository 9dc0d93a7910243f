package thumbturn

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
)

type resourceOptionsCase struct {
	Issuer, Resource, BaseURL, Name, Documentation string
	Scopes, ScopesSupported                        []string
	ImpliedScopes                                  map[string][]string
	Introspection                                  *struct {
		ClientID, ClientSecret string
		CacheSeconds           *int
	}
}

type responseCase struct {
	Status  int
	Headers map[string]string
	Body    json.RawMessage
}

type resourceCase struct {
	Name          string
	At            int64
	Scopes        []string
	Request       struct{ Method, Path, Authorization, DPoP string }
	Introspection *struct {
		DuringOutage string
		Response     *struct {
			Status  int
			Headers map[string]string
			Body    string
		}
	}
	Expect struct {
		responseCase
		Code   Code
		Access *struct {
			ClientID, UserID string
			Scopes           []string
			ExpiresAt        int64
		}
	}
}

type resourceVectors struct {
	Resource struct {
		Options                     json.RawMessage
		KeySetURL, IntrospectionURL string
		Keys                        json.RawMessage
	}
	Resources        []resourceCase
	ResourceMetadata []struct {
		Name, Method, Path string
		Expect             *responseCase
	}
	ResourceOptions []struct {
		Name    string
		Options json.RawMessage
		Expect  struct {
			MetadataURL string
			Code        Code
		}
	}
}

func readResourceVectors(t *testing.T) resourceVectors {
	t.Helper()
	return readVectorsAs[resourceVectors](t)
}

// options returns those of the vectors with changes.
func (v resourceVectors) options(t *testing.T, changes ...json.RawMessage) ResourceOptions {
	t.Helper()
	given := resourceOptionsCase{}
	for _, one := range append([]json.RawMessage{v.Resource.Options}, changes...) {
		// Maps would be merged.
		previous := given.ImpliedScopes
		given.ImpliedScopes = nil
		if err := json.Unmarshal(one, &given); err != nil {
			t.Fatal(err)
		}
		if given.ImpliedScopes == nil {
			given.ImpliedScopes = previous
		}
	}
	options := ResourceOptions{
		Issuer: given.Issuer, Resource: given.Resource, BaseURL: given.BaseURL,
		Scopes: given.Scopes, ScopesSupported: given.ScopesSupported, ImpliedScopes: given.ImpliedScopes,
		Name: given.Name, Documentation: given.Documentation,
	}
	if asked := given.Introspection; asked != nil {
		options.Introspection = &IntrospectionOptions{ClientID: asked.ClientID, ClientSecret: asked.ClientSecret}
		if asked.CacheSeconds != nil {
			options.Introspection.CacheTime = time.Duration(*asked.CacheSeconds) * time.Second
		}
	}
	return options
}

// create returns the resource of a case, whose service has the keys of the vectors, and is asked about a token only if the case
// has a response.
func (v resourceVectors) create(t *testing.T, one resourceCase) *Resource {
	t.Helper()
	options := v.options(t)
	options.Now = func() time.Time { return time.Unix(one.At, 0) }
	options.HTTPClient = &http.Client{Transport: roundTripper(func(request *http.Request) (*http.Response, error) {
		if request.URL.String() == v.Resource.KeySetURL {
			return respondJSON(http.StatusOK, string(v.Resource.Keys)), nil
		}
		return v.introspect(t, one, request), nil
	})}
	if asked := one.Introspection; asked != nil {
		options.Introspection = &IntrospectionOptions{
			ClientID: "notes-server", ClientSecret: "secret\n", AcceptOutages: asked.DuringOutage == "accept",
		}
	}
	return newTestResource(t, options)
}

func (v resourceVectors) introspect(t *testing.T, one resourceCase, request *http.Request) *http.Response {
	t.Helper()
	if request.URL.String() != v.Resource.IntrospectionURL || one.Introspection.Response == nil {
		t.Errorf("asked %s", request.URL)
		return respondJSON(http.StatusNotFound, "{}")
	}
	if err := request.ParseForm(); err != nil || request.PostForm.Get("token") == "" ||
		request.PostForm.Get("client_id") != "notes-server" || request.PostForm.Get("client_secret") != "secret" {
		t.Errorf("asked with %v", request.PostForm)
	}
	recorder := httptest.NewRecorder()
	for name, value := range one.Introspection.Response.Headers {
		recorder.Header().Set(name, value)
	}
	recorder.WriteHeader(one.Introspection.Response.Status)
	_, _ = recorder.WriteString(one.Introspection.Response.Body)
	return recorder.Result()
}

func newTestResource(t *testing.T, options ResourceOptions) *Resource {
	t.Helper()
	resource, err := NewResource(options)
	if err != nil {
		t.Fatal(err)
	}
	return resource
}

// send sends the request of a case through the middleware. It returns what the token allows, or the reason of the rejection.
func (c resourceCase) send(resource *Resource) (access *ResourceAccess, response *http.Response, reason error) {
	requirements := &AccessRequirements{
		Scopes:     c.Scopes,
		OnRejected: func(_ *http.Request, err error) { reason = err },
	}
	handler := resource.RequireAccess(requirements)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		access, _ = AccessFromContext(r.Context())
	}))
	request := httptest.NewRequest(c.Request.Method, c.Request.Path, nil)
	for name, value := range map[string]string{"Authorization": c.Request.Authorization, "DPoP": c.Request.DPoP} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return access, recorder.Result(), reason
}

func TestRequestsOfTheVectors(t *testing.T) {
	all := readResourceVectors(t)
	for _, one := range all.Resources {
		t.Run(one.Name, func(t *testing.T) {
			access, response, reason := one.send(all.create(t, one))
			wanted := one.Expect.Access
			if wanted == nil {
				requireCode(t, reason, one.Expect.Code)
				one.Expect.check(t, response)
				return
			}
			if reason != nil {
				t.Fatal(reason)
			}
			if access.ClientID != wanted.ClientID || access.UserID != wanted.UserID ||
				!reflect.DeepEqual(access.Scopes, wanted.Scopes) || access.ExpiresAt.Unix() != wanted.ExpiresAt {
				t.Errorf("got %+v", access)
			}
		})
	}
}

func (c responseCase) check(t *testing.T, response *http.Response) {
	t.Helper()
	headers := map[string]string{}
	for name, values := range response.Header {
		headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	if response.StatusCode != c.Status || !reflect.DeepEqual(headers, c.Headers) {
		t.Errorf("got %d with %v instead of %v", response.StatusCode, headers, c.Headers)
	}
	var body any
	_ = json.NewDecoder(response.Body).Decode(&body)
	if wanted := parse[any](t, c.Body); !reflect.DeepEqual(body, wanted) {
		t.Errorf("got %v instead of %v", body, wanted)
	}
}

func TestRequestsForMetadataOfTheVectors(t *testing.T) {
	all := readResourceVectors(t)
	handler := newTestResource(t, all.options(t)).MetadataHandler()
	for _, one := range all.ResourceMetadata {
		t.Run(one.Name, func(t *testing.T) {
			if one.Path == "" {
				t.Skip("Requests have a path")
			}
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, httptest.NewRequest(one.Method, one.Path, nil))
			if one.Expect != nil {
				one.Expect.check(t, recorder.Result())
			} else if recorder.Code != http.StatusNotFound {
				t.Errorf("got %d", recorder.Code)
			}
		})
	}
}

func TestOptionsOfTheVectors(t *testing.T) {
	all := readResourceVectors(t)
	for _, one := range all.ResourceOptions {
		t.Run(one.Name, func(t *testing.T) {
			options := all.options(t, one.Options)
			if options.Introspection != nil && options.Introspection.CacheTime < 0 {
				t.Skip("A negative time means none")
			}
			resource, err := NewResource(options)
			if one.Expect.Code != "" {
				requireCode(t, err, one.Expect.Code)
			} else if err != nil || resource.MetadataURL() != one.Expect.MetadataURL {
				t.Errorf("got %v", err)
			}
		})
	}
}
