package thumbturn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"time"
)

func toPEM(t *testing.T, kind string, der []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func TestPrivateKeysAreReadInEveryForm(t *testing.T) {
	key := newKey(t)
	pkcs8, errPKCS8 := x509.MarshalPKCS8PrivateKey(key)
	sec1, errSEC1 := x509.MarshalECPrivateKey(key)
	for name, text := range map[string][]byte{
		"PKCS #8": toPEM(t, "PRIVATE KEY", pkcs8, errPKCS8),
		"SEC 1":   toPEM(t, "EC PRIVATE KEY", sec1, errSEC1),
		"JWK":     privateJWK(t, key, key),
	} {
		parsed, err := ParsePrivateKey(text)
		if err != nil || !parsed.Equal(key) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// privateJWK has the public key of one key and the private key of another.
func privateJWK(t *testing.T, public, private *ecdsa.PrivateKey) []byte {
	t.Helper()
	point, errPoint := public.PublicKey.Bytes()
	secret, errSecret := private.Bytes()
	if errPoint != nil || errSecret != nil {
		t.Fatal(errPoint, errSecret)
	}
	return mustMarshal(t, jwk{Kty: "EC", Crv: "P-256", X: encode(point[1:33]), Y: encode(point[33:]), D: encode(secret)})
}

func TestOtherKeysAreRejectedWithoutQuotingThem(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(other)
	for _, text := range [][]byte{
		nil, []byte("secret"), toPEM(t, "PRIVATE KEY", pkcs8, err), toPEM(t, "PRIVATE KEY", []byte("secret"), nil),
		privateJWK(t, newKey(t), newKey(t)),
	} {
		_, err := ParsePrivateKey(text)
		requireCode(t, err, CodeInvalidOptions)
		if failure := errorOf(err); failure.Unwrap() != nil {
			t.Errorf("the error has the cause %v", failure.Unwrap())
		}
	}
	_, err = SignServiceToken(ServiceTokenRequest{ClientID: "shop", Scopes: []ServiceScope{ScopeAuthLogin}})
	requireCode(t, err, CodeInvalidOptions)
}

func TestServiceTokensAreSignedAndDifferent(t *testing.T) {
	key := newKey(t)
	request := ServiceTokenRequest{ClientID: "shop", PrivateKey: key, Scopes: []ServiceScope{ScopeAuthLogin}}
	nonces := map[string]bool{}
	for range 20 {
		signed, err := SignServiceToken(request)
		if err != nil {
			t.Fatal(err)
		}
		signature, claims := signatureOf(t, signed), unverifiedClaims(signed)
		nonces[claims.text("nonce")] = true
		if !signature.isSignedBy(&key.PublicKey) {
			t.Fatal("the signature doesn't match")
		}
	}
	if len(nonces) != 20 {
		t.Errorf("there are %d nonces", len(nonces))
	}
}

func signatureOf(t *testing.T, signed string) *token {
	t.Helper()
	end := strings.LastIndex(signed, ".")
	signature, err := rawURL.DecodeString(signed[end+1:])
	if err != nil {
		t.Fatal(err)
	}
	return &token{header: fields{"alg": []byte(`"ES256"`)}, signed: signed[:end], signature: signature}
}

func TestServiceTokensOfTheVectors(t *testing.T) {
	for _, one := range readVectors(t).ServiceTokens {
		t.Run(one.Name, func(t *testing.T) {
			key, err := ParsePrivateKey(one.PrivateKey)
			if err != nil {
				t.Fatal(err)
			}
			r := one.Request
			signed, err := SignServiceToken(ServiceTokenRequest{
				ClientID: r.ClientID, PrivateKey: key, Scopes: r.Scope, Username: r.Username, UserID: r.UserID,
				TxPayload: r.TxPayload, Now: func() time.Time { return time.Unix(one.At, 0) },
			})
			one.Expect.check(t, unverifiedClaims(signed), err)
		})
	}
}

// unverifiedClaims returns nil if this isn't a token.
func unverifiedClaims(signed string) fields {
	parts := strings.Split(signed, ".")
	if len(parts) != 3 {
		return nil
	}
	claims, _ := decodeFields(parts[1])
	return claims
}
