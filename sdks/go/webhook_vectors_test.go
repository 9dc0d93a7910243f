package thumbturn

import (
	"net/http"
	"slices"
	"testing"
	"time"
)

func TestWebhooksOfTheVectors(t *testing.T) {
	for _, one := range readVectors(t).Webhooks {
		t.Run(one.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range one.Headers {
				header.Set(name, value)
			}
			now := func() time.Time { return time.Unix(one.At, 0) }
			webhook, err := VerifyWebhook(WebhookRequest{Secrets: one.Secrets, Header: header, Body: []byte(one.Body), Now: now})
			if one.Expect.Code != "" {
				requireCode(t, err, one.Expect.Code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			requireEvents(t, webhook, one.Expect)
		})
	}
}

func requireEvents(t *testing.T, webhook *Webhook, expected expectation) {
	t.Helper()
	var positions []int64
	for _, event := range webhook.Events {
		positions = append(positions, event.Position)
	}
	if webhook.ID != expected.ID || !slices.Equal(positions, expected.Positions) {
		t.Errorf("got %s with %v", webhook.ID, positions)
	}
}
