package thumbturn

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Events are the events of the application. They are read with a key of the installation, over the administration API.
type Events struct{ settings *settings }

// EventFilter selects events. Empty fields select all.
type EventFilter struct {
	// Type is the beginning of the type.
	Type      string
	UserID    string
	PasskeyID string
	DeviceID  string
	// Address is that of the caller; its keyed hash if events are pseudonymized.
	Address string
	TraceID string
	// Reason is the beginning of the reason.
	Reason string
	// Detail is a fact of the detail as name:value; without a value, only events that lack it.
	Detail string
	// Severity is the severity: info, notice, warning, or critical.
	Severity string
	// Since includes events of this time.
	Since time.Time
	// Until excludes events of this time.
	Until time.Time
}

func (f *EventFilter) toQuery() url.Values {
	if f == nil {
		return url.Values{}
	}
	return url.Values{
		"type": {f.Type}, "user": {f.UserID}, "passkey": {f.PasskeyID}, "device": {f.DeviceID}, "address": {f.Address},
		"traceId": {f.TraceID}, "reason": {f.Reason}, "detail": {f.Detail}, "severity": {f.Severity},
		"since": {formatTime(f.Since)}, "until": {formatTime(f.Until)},
	}
}

func formatTime(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format("2006-01-02T15:04:05.000Z")
}

type eventPage struct {
	Events []Event `json:"events"`
	Next   string  `json:"next"`
}

// List returns events, newest first; pages are fetched as you iterate. It requires AdminKey. The filter can be nil.
func (e *Events) List(ctx context.Context, filter *EventFilter) iter.Seq2[Event, error] {
	return iteratePages(func(before string) ([]Event, string, error) {
		query := filter.toQuery()
		query.Set("before", before)
		page, err := e.fetchPage(ctx, query)
		if err != nil {
			return nil, "", err
		}
		return page.Events, page.Next, nil
	})
}

func (e *Events) fetchPage(ctx context.Context, query url.Values) (*eventPage, error) {
	s := e.settings
	if s.adminKey == "" {
		return nil, newError(CodeMissingAPIKey,
			"Events are read with a key of the installation: pass AdminKey to thumbturn.New")
	}
	address := s.installation + "/admin/v1/applications/" + url.PathEscape(s.appID) + "/events" + toQueryString(query)
	request := serviceRequest{method: http.MethodGet, url: address, key: s.adminKey}
	response, err := s.send(ctx, request)
	if err != nil {
		return nil, err
	}
	return parseOutput[eventPage](request, response)
}
