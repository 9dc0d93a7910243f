package thumbturn

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WebhookRequest is a webhook as your server received it.
type WebhookRequest struct {
	// Secrets are the signing secrets (whsec_…): any of them may have signed.
	Secrets []string
	Header  http.Header
	// Body is the exact body, before it is parsed.
	Body []byte
	// Now replaces the machine's clock.
	Now func() time.Time
}

// WebhookEvent is an event with its place among all events of the application.
type WebhookEvent struct {
	Event
	Position int64 `json:"position"`
}

// Webhook is the call of a connector. ID is the same when it is sent again, so store it or the UUID of events to skip repeats.
type Webhook struct {
	ID     string
	Events []WebhookEvent
}

const webhookTolerance = 5 * time.Minute

// VerifyWebhook verifies the signature of a webhook (Standard Webhooks 1.0), and returns its events in order. It rejects a
// request that was signed more than five minutes ago.
func VerifyWebhook(request WebhookRequest) (*Webhook, error) {
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if request.Header.Get(name) == "" {
			return nil, newError(CodeWebhookMissingHeader, "The header "+name+" is missing: this is no webhook of Thumbturn")
		}
	}
	if !request.isRecent() {
		return nil, newError(CodeWebhookTooOld, "The webhook was signed more than five minutes ago: check the clock")
	}
	isSigned, err := request.isSigned()
	if err != nil {
		return nil, err
	}
	if !isSigned {
		return nil, newError(CodeWebhookBadSignature, "No secret signed this webhook: check the secret, reject the call")
	}
	return readWebhook(request)
}

func (r WebhookRequest) isRecent() bool {
	now := time.Now
	if r.Now != nil {
		now = r.Now
	}
	// 40 bits keep the time within what a Duration can measure.
	seconds, err := strconv.ParseInt(r.Header.Get("webhook-timestamp"), 10, 40)
	return err == nil && now().Sub(time.Unix(seconds, 0)).Abs() <= webhookTolerance
}

func (r WebhookRequest) isSigned() (bool, error) {
	given := strings.Split(r.Header.Get("webhook-signature"), " ")
	isSigned := false
	for _, secret := range r.Secrets {
		wanted, err := r.sign(secret)
		if err != nil {
			return false, err
		}
		isEqual := func(one string) bool { return hmac.Equal([]byte(one), []byte(wanted)) }
		isSigned = slices.ContainsFunc(given, isEqual) || isSigned
	}
	return isSigned, nil
}

const minSecretBytes = 16

func (r WebhookRequest) sign(secret string) (string, error) {
	encoded := strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(secret), "whsec_"), "=")
	key, err := base64.RawStdEncoding.DecodeString(encoded)
	if err != nil || len(key) < minSecretBytes {
		return "", invalidOptions("The signing secret is not one: it begins with whsec_")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(r.Header.Get("webhook-id") + "." + r.Header.Get("webhook-timestamp") + "."))
	mac.Write(r.Body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// readWebhook fails only for another type of message, because the body is signed.
func readWebhook(request WebhookRequest) (*Webhook, error) {
	var body struct {
		Data struct {
			Events []WebhookEvent `json:"events"`
		} `json:"data"`
	}
	if err := json.Unmarshal(request.Body, &body); err != nil || body.Data.Events == nil {
		return nil, newError(CodeWebhookMalformed, "The webhook has no events: update this package").withCause(err)
	}
	return &Webhook{request.Header.Get("webhook-id"), body.Data.Events}, nil
}
