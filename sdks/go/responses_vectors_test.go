package thumbturn

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestResponsesOfTheVectors(t *testing.T) {
	all := readVectors(t)
	for _, one := range all.Responses {
		t.Run(one.Name, func(t *testing.T) {
			transport := roundTripper(func(*http.Request) (*http.Response, error) {
				recorder := httptest.NewRecorder()
				for name, value := range one.Headers {
					recorder.Header().Set(name, value)
				}
				recorder.WriteHeader(one.Status)
				_, _ = recorder.WriteString(one.Body)
				return recorder.Result(), nil
			})
			client := newTestClient(t, Options{
				BaseURL: all.Application.BaseURL, AppID: all.Application.AppID, APIKey: "key",
				HTTPClient: &http.Client{Transport: transport},
			})
			_, err := client.Users.Find(t.Context(), "ada")
			requireCode(t, err, one.Expect.Code)
			wanted := time.Duration(one.Expect.RetryAfter) * time.Second
			if actual := errorOf(err).RetryAfter; wanted != 0 && actual != wanted {
				t.Errorf("retry after %s", actual)
			}
		})
	}
}
