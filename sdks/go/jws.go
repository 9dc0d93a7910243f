package thumbturn

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
)

// maxTokenLength limits tokens, which must fit into a header.
const maxTokenLength = 16_384

// compactJWS is the form of RFC 7515 §7.1.
var compactJWS = regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]+$`)

// fields are the fields of a JSON object. Their names are compared exactly, unlike those of encoding/json.
type fields map[string]json.RawMessage

// token is a JWT whose signature wasn't verified: enough to reject it, never to accept it.
type token struct {
	header, claims fields
	signed         string
	signature      []byte
}

func (t *token) kid() string { return t.header.text("kid") }
func (t *token) alg() string { return t.header.text("alg") }

var rawURL = base64.RawURLEncoding.Strict()

func parseToken(text string) (*token, error) {
	if text == "" {
		return nil, newError(CodeTokenMissing, "There is no token: send it as Authorization: Bearer")
	}
	parsed, err := splitToken(text, maxTokenLength)
	if err == nil && parsed.kid() == "" {
		err = errors.New("the token names no key")
	}
	if err != nil {
		return nil, newError(CodeTokenMalformed, `This is not a Thumbturn token: send the JWT unchanged, without "Bearer"`).withCause(err)
	}
	return parsed, nil
}

func splitToken(text string, maxLength int) (*token, error) {
	if len(text) > maxLength || !compactJWS.MatchString(text) {
		return nil, errors.New("a token has three parts in base64url")
	}
	parts := strings.Split(text, ".")
	header, errHeader := decodeFields(parts[0])
	claims, errClaims := decodeFields(parts[1])
	signature, errSignature := rawURL.DecodeString(parts[2])
	if err := errors.Join(errHeader, errClaims, errSignature); err != nil {
		return nil, err
	}
	// RFC 7515 §4.1.11: a critical parameter that isn't understood makes the token invalid.
	if _, isCritical := header["crit"]; isCritical {
		return nil, errors.New("the token has a critical parameter")
	}
	return &token{header, claims, parts[0] + "." + parts[1], signature}, nil
}

func decodeFields(part string) (fields, error) {
	text, err := rawURL.DecodeString(part)
	if err != nil {
		return nil, err
	}
	var result fields
	if err := json.Unmarshal(text, &result); err != nil {
		return nil, err
	}
	if result == nil {
		return nil, errors.New("null is not an object")
	}
	return result, nil
}

// signES256 returns both numbers of the signature in 32 bytes each (RFC 7518 §3.4).
func signES256(key *ecdsa.PrivateKey, text string) ([]byte, error) {
	hash := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, hash[:])
	if err != nil {
		return nil, invalidOptions("PrivateKey can't sign").withCause(err)
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signature, nil
}

// text returns "" if the field isn't text.
func (f fields) text(name string) string {
	var value string
	if json.Unmarshal(f[name], &value) != nil {
		return ""
	}
	return value
}

// number returns false if the field isn't a number.
func (f fields) number(name string) (float64, bool) {
	var value *float64
	if json.Unmarshal(f[name], &value) != nil || value == nil {
		return 0, false
	}
	return *value, true
}

// texts returns false if the field isn't a list of texts that aren't empty.
func (f fields) texts(name string) ([]string, bool) {
	var values []string
	if json.Unmarshal(f[name], &values) != nil || values == nil {
		return nil, false
	}
	for _, value := range values {
		if value == "" {
			return nil, false
		}
	}
	return values, true
}

// decode fills a struct with the fields that it names exactly.
func (f fields) decode(target any) error {
	kept := fields{}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(target).Elem()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if raw, given := f[name]; given {
			kept[name] = raw
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, target)
}
