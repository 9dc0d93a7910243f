package thumbturn

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
)

// maxIntrospectionBytes limits a response, which has some hundred bytes.
const maxIntrospectionBytes = 1 << 16

// outages are the codes of calls during which tokens can be accepted by choice.
var outages = []Code{CodeUnreachable, CodeTimeout, CodeServerError, CodeRateLimited}

// introspection asks the service whether tokens that were verified by public keys have been revoked (RFC 7662).
type introspection struct {
	settings *settings
	options  IntrospectionOptions
	states   *activeStates
}

func newIntrospection(settings *settings, options IntrospectionOptions) (*introspection, error) {
	validated, err := options.validated()
	if err != nil {
		return nil, err
	}
	result := &introspection{settings: settings, options: validated}
	result.states = newActiveStates(settings.now, result.ask)
	return result, nil
}

func (i *introspection) requireActive(ctx context.Context, id, token string) error {
	state, err := i.find(ctx, id, token)
	var failure *Error
	if i.options.AcceptOutages && errors.As(err, &failure) && slices.Contains(outages, failure.Code) {
		last, isKnown := i.states.find(id)
		state, err = activeState{isActive: !isKnown || last.isActive}, nil
	}
	if err != nil {
		return err
	}
	if !state.isActive {
		return newError(CodeTokenRejected, "The token was revoked, or the client of introspection lists no such resource")
	}
	return nil
}

func (i *introspection) find(ctx context.Context, id, token string) (activeState, error) {
	if i.options.CacheTime < 0 {
		return i.states.askNow(ctx, id, token)
	}
	// Clocks can be set back.
	if last, isKnown := i.states.find(id); isKnown && i.settings.now().Sub(last.at).Abs() < i.options.CacheTime {
		return last, nil
	}
	return i.states.askOnce(ctx, id, token)
}

func (i *introspection) ask(ctx context.Context, token string) (bool, error) {
	response, err := i.settings.send(ctx, serviceRequest{
		method: http.MethodPost,
		url:    i.settings.application + "/openid/introspect",
		form: url.Values{
			"token": {token}, "client_id": {i.options.ClientID}, "client_secret": {i.options.ClientSecret},
		},
		maxBytes: maxIntrospectionBytes,
	})
	var failure *Error
	if errors.As(err, &failure) && failure.Status == http.StatusUnauthorized {
		return false, (&Error{
			Code:    CodeInvalidOptions,
			Message: "The service rejects the client of introspection: check ClientID and ClientSecret",
			Status:  failure.Status,
		}).withCause(err)
	}
	if err != nil {
		return false, err
	}
	var content fields
	var isActive bool
	if json.Unmarshal(response.body, &content) != nil || json.Unmarshal(content["active"], &isActive) != nil {
		return false, nil
	}
	return isActive, nil
}
