package examples

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// ReceiveWebhook handles POST /hooks/thumbturn.
func ReceiveWebhook(w http.ResponseWriter, r *http.Request) {
	// The signature covers the exact bytes of the body.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
	if err != nil {
		http.Error(w, "The body can't be read", http.StatusBadRequest)
		return
	}
	webhook, err := thumbturn.VerifyWebhook(thumbturn.WebhookRequest{
		Secrets: []string{os.Getenv("THUMBTURN_WEBHOOK_SECRET")},
		Header:  r.Header,
		Body:    body,
	})
	if errors.Is(err, thumbturn.CodeInvalidOptions) {
		log.Print(err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	for _, event := range webhook.Events {
		log.Print(event.UUID, " ", event.EventID, " ", event.UserID)
	}
	w.WriteHeader(http.StatusNoContent)
}
