package thumbturn

import (
	"context"
	"net/http"
)

// guard admits requests, whose context then has what admit returned.
type guard[Value any] struct {
	// key is that of the value in the context.
	key    any
	admit  func(*http.Request) (*Value, error)
	reject func(http.ResponseWriter, error)
	// onRejected can be nil.
	onRejected func(*http.Request, error)
}

func (g guard[Value]) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		value, err := g.admit(request)
		if err == nil {
			next.ServeHTTP(w, request.WithContext(context.WithValue(request.Context(), g.key, value)))
			return
		}
		if g.onRejected != nil {
			g.onRejected(request, err)
		}
		g.reject(w, err)
	})
}
