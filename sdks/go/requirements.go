package thumbturn

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func (claims *AccessClaims) require(options *VerifyOptions) error {
	if options == nil {
		return nil
	}
	var missing []string
	for _, scope := range options.Scopes {
		if !slices.Contains(claims.Scopes, scope) {
			missing = append(missing, string(scope))
		}
	}
	if len(missing) > 0 {
		return newError(CodeTokenMissingScope, fmt.Sprintf(
			"The token lacks %s: let the user sign in with a passkey", strings.Join(missing, ", ")))
	}
	return requirePasskey(options.Passkey, claims.PasskeyID != "")
}

func requirePasskey(isRequired, isUsed bool) error {
	if !isRequired || isUsed {
		return nil
	}
	return newError(CodeTokenWithoutPasskey, "The user signed in without a passkey: let the user sign in with one")
}

// require compares the age of the sign-in with the time now, from which the tolerance was subtracted.
func (claims *IDClaims) require(options *VerifyIDOptions, now time.Time) error {
	if options == nil {
		return nil
	}
	if err := requirePasskey(options.Passkey, claims.ContextClass == "phr"); err != nil {
		return err
	}
	if options.MaxAge == 0 || now.Sub(claims.AuthTime.Time) <= options.MaxAge {
		return nil
	}
	return newError(CodeTokenTooOld, fmt.Sprintf(
		"The sign-in was more than %.0f s ago: let the user sign in again", options.MaxAge.Seconds()))
}
