package thumbturn

import (
	"context"
	"crypto"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

const (
	// freshTime is how long the service allows caching its key set. It publishes new keys longer than this before it signs
	// with them.
	freshTime = 5 * time.Minute
	// staleTime is the age up to which cached keys are used during an outage of the service.
	staleTime = time.Hour
	// unknownKeyDelay is the age from which an unknown kid refreshes keys, so that a flood of forged tokens doesn't reach the
	// service.
	unknownKeyDelay = 30 * time.Second
	// retryDelay follows a failed request.
	retryDelay = 2 * time.Second
	// maxKeySetBytes is enough for a thousand keys; an application has a few.
	maxKeySetBytes = 1 << 18
)

// publicKeys are the keys of a set by their kid.
type publicKeys map[string]crypto.PublicKey

// keyName says which key signed a token.
type keyName struct{ kid, alg string }

// find returns nil if there is no such key for the algorithm.
func (k publicKeys) find(name keyName) crypto.PublicKey {
	if key := k[name.kid]; key != nil && isForAlgorithm(key, name.alg) {
		return key
	}
	return nil
}

// keyCache has the public keys of an application. It fetches them on first use, again after five minutes, and for an unknown
// kid.
type keyCache struct {
	settings *settings

	mutex sync.Mutex
	// keys is nil until a request succeeded.
	keys      publicKeys
	fetchedAt time.Time
	failure   error
	failedAt  time.Time
	offset    time.Duration
	// pending is closed when the request that is under way ends; nil without one.
	pending chan struct{}
}

// clockOffset is how far this machine's clock is ahead of the service's; 0 if unknown.
func (c *keyCache) clockOffset() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.offset
}

// find returns the key that a token names, or nil if the service doesn't have it.
func (c *keyCache) find(ctx context.Context, name keyName) (crypto.PublicKey, error) {
	keys, err := c.read(ctx)
	if found := keys.find(name); err != nil || found != nil || c.isYoungerThan(unknownKeyDelay) {
		return found, err
	}
	keys, err = c.refresh(ctx)
	return keys.find(name), err
}

// read returns cached keys, during an outage also those that aren't fresh.
func (c *keyCache) read(ctx context.Context) (publicKeys, error) {
	if !c.isYoungerThan(freshTime) {
		if err := c.fetchOnce(ctx); err != nil {
			return nil, err
		}
	}
	isUsable := c.isYoungerThan(staleTime)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if isUsable {
		return c.keys, nil
	}
	return nil, c.failure
}

// refresh returns new keys, because only a response of the service shows that a key is unknown.
func (c *keyCache) refresh(ctx context.Context) (publicKeys, error) {
	if err := c.fetchOnce(ctx); err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.keys, c.failure
}

func (c *keyCache) isYoungerThan(limit time.Duration) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.keys != nil && c.settings.now().Before(c.fetchedAt.Add(limit))
}

// fetchOnce waits for one request at a time, which concurrent callers share. It fails only if ctx ends.
func (c *keyCache) fetchOnce(ctx context.Context) error {
	done := c.start(ctx)
	if done == nil {
		return nil
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return endedError(ctx)
	}
}

// start returns nil if the last request failed moments ago. The request outlives ctx, because other callers wait for it.
func (c *keyCache) start(ctx context.Context) <-chan struct{} {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.pending != nil {
		return c.pending
	}
	if c.failure != nil && c.settings.now().Before(c.failedAt.Add(retryDelay)) {
		return nil
	}
	c.pending = make(chan struct{})
	go c.fetch(context.WithoutCancel(ctx))
	return c.pending
}

func (c *keyCache) fetch(ctx context.Context) {
	address := c.settings.keySetURL()
	response, err := c.settings.send(ctx, serviceRequest{method: http.MethodGet, url: address, maxBytes: maxKeySetBytes})
	var keys publicKeys
	if err == nil {
		keys, err = parseKeySet(response.body, address)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.store(keys, response.serverTime, err)
	close(c.pending)
	c.pending = nil
}

func (c *keyCache) store(keys publicKeys, serverTime time.Time, err error) {
	now := c.settings.now()
	c.failure = err
	if err != nil {
		c.failedAt = now
		return
	}
	c.keys, c.fetchedAt, c.offset = keys, now, 0
	if !serverTime.IsZero() {
		c.offset = now.Sub(serverTime)
	}
}

func (s *settings) keySetURL() string { return s.application + "/fido2/v2/.well-known/jwks.json" }

// parseKeySet skips keys that sign no tokens.
func parseKeySet(body []byte, address string) (publicKeys, error) {
	var set struct {
		Keys []jwk `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil || set.Keys == nil {
		return nil, newError(CodeWrongBaseURL, address+" is not a key set: check BaseURL").withCause(err)
	}
	keys := publicKeys{}
	for _, one := range set.Keys {
		if key := one.signingKey(); key != nil {
			keys[one.Kid] = key
		}
	}
	return keys, nil
}
