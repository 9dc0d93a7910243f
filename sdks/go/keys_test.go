package thumbturn

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func requireVerified(t *testing.T, client *Client, token string) {
	t.Helper()
	if _, err := client.VerifyToken(t.Context(), token, nil); err != nil {
		t.Fatal(err)
	}
}

func requireFetches(t *testing.T, service *testService, wanted int32) {
	t.Helper()
	if actual := service.fetches.Load(); actual != wanted {
		t.Fatalf("fetched the keys %d times instead of %d", actual, wanted)
	}
}

func fail(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }

func TestKeysAreCachedForFiveMinutes(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	requireFetches(t, service, 0)
	for range 3 {
		requireVerified(t, client, service.token(t, nil))
	}
	requireFetches(t, service, 1)
	service.advance(5*time.Minute - time.Second)
	requireVerified(t, client, service.token(t, nil))
	requireFetches(t, service, 1)
	service.advance(time.Second)
	requireVerified(t, client, service.token(t, nil))
	requireFetches(t, service, 2)
}

func TestKeysAreUsedForAnHourDuringAnOutage(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	requireVerified(t, client, service.token(t, nil))
	service.replace(fail)
	service.advance(time.Hour - time.Second)
	requireVerified(t, client, service.token(t, nil))
	service.advance(time.Second)
	_, err := client.VerifyToken(t.Context(), service.token(t, nil), nil)
	requireCode(t, err, CodeServerError)
	if IsTokenRejected(err) {
		t.Error("an outage rejected the token")
	}
	service.replace(nil)
	service.advance(retryDelay)
	requireVerified(t, client, service.token(t, nil))
}

func TestFailedRequestForKeysIsRepeatedAfterTwoSeconds(t *testing.T) {
	service := startTestService(t)
	service.replace(fail)
	client := service.client(t, Options{})
	for range 3 {
		_, err := client.VerifyToken(t.Context(), service.token(t, nil), nil)
		requireCode(t, err, CodeServerError)
	}
	requireFetches(t, service, 1)
	service.advance(2 * time.Second)
	_, err := client.VerifyToken(t.Context(), service.token(t, nil), nil)
	requireCode(t, err, CodeServerError)
	requireFetches(t, service, 2)
}

func TestUnknownKeyIsFetchedAtMostEvery30Seconds(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	requireVerified(t, client, service.token(t, nil))
	service.setKeys(map[string]*ecdsa.PrivateKey{"second": newKey(t)})
	for range 3 {
		_, err := client.VerifyToken(t.Context(), service.sign(t, "second", nil), nil)
		requireCode(t, err, CodeTokenUnknownKey)
	}
	requireFetches(t, service, 1)
	service.advance(30 * time.Second)
	requireVerified(t, client, service.sign(t, "second", nil))
	requireFetches(t, service, 2)
}

func TestRemovedKeyIsNoLongerAccepted(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	token := service.token(t, nil)
	requireVerified(t, client, token)
	service.setKeys(map[string]*ecdsa.PrivateKey{"second": newKey(t)})
	service.advance(5 * time.Minute)
	_, err := client.VerifyToken(t.Context(), token, nil)
	requireCode(t, err, CodeTokenUnknownKey)
}

func TestTokensOfOtherApplicationsFetchNoKeys(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	_, err := client.VerifyToken(t.Context(), service.token(t, object{"aud": "bank"}), nil)
	requireCode(t, err, CodeTokenWrongAudience)
	_, err = client.VerifyToken(t.Context(), service.token(t, object{"iss": "https://evil.example"}), nil)
	requireCode(t, err, CodeTokenWrongIssuer)
	requireFetches(t, service, 0)
}

func TestConcurrentCallersShareOneRequest(t *testing.T) {
	service := startTestService(t)
	client := service.client(t, Options{})
	token := service.token(t, nil)
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, err := client.VerifyToken(context.Background(), token, nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	requireFetches(t, service, 1)
}

func TestCallerWhoLeavesDoesNotEndTheRequestOfOthers(t *testing.T) {
	service := startTestService(t)
	arrived, released := make(chan struct{}), make(chan struct{})
	release := sync.OnceFunc(func() { close(released) })
	// A failed test must not keep the service waiting.
	t.Cleanup(release)
	service.replace(func(w http.ResponseWriter, r *http.Request) {
		service.replace(nil)
		close(arrived)
		<-released
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(service.keySet())
	})
	// A machine that stands still for minutes must not end the request.
	client := service.client(t, Options{Timeout: time.Hour})
	token := service.token(t, nil)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := client.VerifyToken(ctx, token, nil)
		left <- err
	}()
	select {
	case <-arrived:
	case err := <-left:
		t.Fatalf("the request didn't arrive: %v", err)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) || errorOf(err) != nil {
		t.Errorf("the caller who left got %v", err)
	}
	release()
	requireVerified(t, client, token)
	requireFetches(t, service, 1)
}

func TestKeySetsThatAreNoneNameTheBaseURL(t *testing.T) {
	for _, body := range []string{`{}`, `{"keys":null}`, `{"keys":[1]}`, `[]`, `"keys"`, `{"keys":`} {
		service := startTestService(t)
		service.replace(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(body))
		})
		_, err := service.client(t, Options{}).VerifyToken(t.Context(), service.token(t, nil), nil)
		requireCode(t, err, CodeWrongBaseURL)
	}
}

func TestKeysThatAreNoPointsOfTheCurveAreSkipped(t *testing.T) {
	for _, one := range []jwk{
		{Kty: "EC", Crv: "P-256", X: encode(make([]byte, 32)), Y: encode(make([]byte, 32))},
		{Kty: "EC", Crv: "P-256", X: "?", Y: encode(make([]byte, 32))},
		{Kty: "EC", Crv: "P-384"},
		{Kty: "RSA"},
	} {
		if one.publicKey() != nil {
			t.Errorf("%v is a key", one)
		}
	}
}

func TestLargeKeySetIsNotRead(t *testing.T) {
	service := startTestService(t)
	service.replace(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"keys":[],"padding":"` + strings.Repeat("a", maxKeySetBytes) + `"}`))
	})
	_, err := service.client(t, Options{}).VerifyToken(t.Context(), service.token(t, nil), nil)
	requireCode(t, err, CodeResponseTooLarge)
}
