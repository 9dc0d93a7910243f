package examples

import (
	"os"

	thumbturn "github.com/thumbturn/thumbturn/sdks/go"
)

// SignForSignIn returns a service token that starts a sign-in. Send it
// as Authorization: Bearer.
func SignForSignIn() (string, error) {
	text, err := os.ReadFile("client-key.pem")
	if err != nil {
		return "", err
	}
	privateKey, err := thumbturn.ParsePrivateKey(text)
	if err != nil {
		return "", err
	}
	scope := thumbturn.ScopeAuthLogin
	return thumbturn.SignServiceToken(thumbturn.ServiceTokenRequest{
		ClientID:   "demo",
		PrivateKey: privateKey,
		Scopes:     []thumbturn.ServiceScope{scope},
	})
}
