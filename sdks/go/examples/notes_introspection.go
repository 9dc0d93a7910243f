package examples

import (
	"os"
	"time"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// NewAskingNotes returns a resource that asks whether tokens were revoked.
func NewAskingNotes() (*thumbturn.Resource, error) {
	options := NotesOptions
	options.Introspection = &thumbturn.IntrospectionOptions{
		ClientID:     "notes-server",
		ClientSecret: os.Getenv("NOTES_SERVER_SECRET"),
		CacheTime:    time.Minute,
	}
	return thumbturn.NewResource(options)
}
