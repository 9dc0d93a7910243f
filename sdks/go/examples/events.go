package examples

import (
	"context"
	"time"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// ListWarnings returns the warnings of the last 24 hours, newest
// first, over all pages. The client has an AdminKey.
func ListWarnings(ctx context.Context) ([]string, error) {
	filter := &thumbturn.EventFilter{
		Severity: "warning",
		Since:    time.Now().Add(-24 * time.Hour),
	}
	var found []string
	for event, err := range client.Events.List(ctx, filter) {
		if err != nil {
			return nil, err
		}
		found = append(found, event.EventID+": "+event.Msg)
	}
	return found, nil
}
