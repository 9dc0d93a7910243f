package main

import (
	"encoding/json"
	"log"
	"net/http"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

func main() {
	client, err := thumbturn.New(thumbturn.Options{BaseURL: "http://localhost:4300/apps/demo"})
	if err != nil {
		log.Fatal(err)
	}
	requireToken := client.RequireToken(nil)
	http.Handle("GET /api/me", requireToken(http.HandlerFunc(showUser)))
	log.Fatal(http.ListenAndServe("localhost:8000", nil))
}

func showUser(w http.ResponseWriter, r *http.Request) {
	claims, _ := thumbturn.ClaimsFromContext(r.Context())
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"username": claims.Username})
}
