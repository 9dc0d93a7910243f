package examples

import (
	"encoding/json"
	"net/http"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// NewHandler returns an API that only signed-in users can call.
func NewHandler() http.Handler {
	requireToken := client.RequireToken(nil)
	mux := http.NewServeMux()
	me := http.HandlerFunc(showUser)
	mux.Handle("GET /api/me", requireToken(me))
	return mux
}

func showUser(w http.ResponseWriter, r *http.Request) {
	claims, _ := thumbturn.ClaimsFromContext(r.Context())
	body := map[string]string{"username": claims.Username}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}
