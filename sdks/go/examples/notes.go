package examples

import (
	"encoding/json"
	"net/http"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// NotesOptions describe an API that OpenID clients call.
var NotesOptions = thumbturn.ResourceOptions{
	Issuer:          "http://localhost:4300/apps/demo",
	Resource:        "http://localhost:3000/notes",
	Scopes:          []string{"notes:read"},
	ScopesSupported: []string{"notes:read", "notes:write"},
	Name:            "Notes",
}

// NewNotesHandler returns the API.
func NewNotesHandler(notes *thumbturn.Resource) http.Handler {
	reader := notes.RequireAccess(nil)
	writer := notes.RequireAccess(&thumbturn.AccessRequirements{
		Scopes: []string{"notes:write"},
	})
	handle := http.HandlerFunc(showOwner)

	mux := http.NewServeMux()
	mux.Handle(notes.MetadataPath(), notes.MetadataHandler())
	mux.Handle("GET /notes", reader(handle))
	mux.Handle("POST /notes", writer(handle))
	return mux
}

func showOwner(w http.ResponseWriter, r *http.Request) {
	access, _ := thumbturn.AccessFromContext(r.Context())
	body := map[string]string{"owner": access.UserID}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}
