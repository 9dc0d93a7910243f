package thumbturn

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"sync"
	"time"
)

// proofAlgorithms are asymmetric algorithms that every runtime of ours can verify (RFC 9449 §11.6).
var proofAlgorithms = []string{"ES256", "ES384", "RS256", "PS256", "EdDSA"}

const (
	// proofWindow is the number of seconds by which the proof's time can differ from ours: proofs come from users' devices.
	proofWindow = 300.0
	// maxProofLength is enough for the key and the signature of RSA with 4,096 bits.
	maxProofLength = 4_096
	// maxRememberedProofs limits the proofs that are remembered: the oldest are forgotten early.
	maxRememberedProofs = 100_000
)

// boundRequest is a request with a token that is bound to a key. Its url is that of the resource as clients know it, without
// query.
type boundRequest struct {
	proof, method, url, token, thumbprint string
}

// proofVerifier verifies DPoP proofs (RFC 9449 §4.3), each of which one process accepts once.
type proofVerifier struct {
	now   func() time.Time
	mutex sync.Mutex
	// expiries are in seconds since 1970, and order lists their IDs as they arrived.
	expiries map[string]float64
	order    []string
}

func newProofVerifier(now func() time.Time) *proofVerifier {
	return &proofVerifier{now: now, expiries: map[string]float64{}}
}

func (v *proofVerifier) accept(request boundRequest) error {
	if request.proof == "" {
		return newError(CodeTokenWithoutProof, "The token is bound to a key: send a DPoP proof with each request")
	}
	if len(request.proof) > maxProofLength {
		return proofError("it has more than %d characters", maxProofLength)
	}
	claims, err := verifyProof(request)
	if err != nil {
		return err
	}
	if err := requireRequest(claims, request); err != nil {
		return err
	}
	issued, err := requireRecent(claims, float64(v.now().UnixMilli())/1000)
	if err != nil {
		return err
	}
	if !v.spend(request.thumbprint+" "+claims.text("jti"), issued+proofWindow) {
		return proofError("it was used before")
	}
	return nil
}

func proofError(format string, values ...any) error {
	return newError(CodeTokenWrongProof, "The DPoP proof is not valid: "+fmt.Sprintf(format, values...))
}

var proofType = regexp.MustCompile(`^(?i:(application/)?dpop\+jwt)$`)

func verifyProof(request boundRequest) (fields, error) {
	proof, err := splitToken(request.proof, maxProofLength)
	if err != nil {
		return nil, proofError("its form, key, or signature is wrong")
	}
	key := readProofKey(proof.header)
	isProof := key != nil && proofType.MatchString(proof.header.text("typ")) && slices.Contains(proofAlgorithms, proof.alg())
	if !isProof || !proof.isSignedBy(key.publicKey()) {
		return nil, proofError("its form, key, or signature is wrong")
	}
	if key.thumbprint() != request.thumbprint {
		return nil, proofError("the token is bound to another key")
	}
	return proof.claims, nil
}

// readProofKey returns nil unless the header has a public key.
func readProofKey(header fields) *jwk {
	var given fields
	if json.Unmarshal(header["jwk"], &given) != nil {
		return nil
	}
	key := new(jwk)
	if _, isPrivate := given["d"]; isPrivate || given.decode(key) != nil || key.publicKey() == nil {
		return nil
	}
	return key
}

// thumbprint is the hash of the required fields in the order of their names (RFC 7638 §3).
func (k *jwk) thumbprint() string {
	required := map[string]string{"e": k.E, "kty": k.Kty, "n": k.N}
	switch k.Kty {
	case "EC":
		required = map[string]string{"crv": k.Crv, "kty": k.Kty, "x": k.X, "y": k.Y}
	case "OKP":
		required = map[string]string{"crv": k.Crv, "kty": k.Kty, "x": k.X}
	}
	// Maps are written in the order of their keys.
	text, _ := json.Marshal(required)
	return hashBase64URL(string(text))
}

// hashBase64URL is SHA-256 in base64url, as in ath (RFC 9449 §4.2).
func hashBase64URL(text string) string {
	hash := sha256.Sum256([]byte(text))
	return rawURL.EncodeToString(hash[:])
}

var proofID = regexp.MustCompile(`^[!-~]{1,256}$`)

func requireRequest(claims fields, request boundRequest) error {
	if !proofID.MatchString(claims.text("jti")) {
		return proofError("jti is not an ID")
	}
	if claims.text("htm") != request.method {
		return proofError("htm is not %s", request.method)
	}
	if given := normalizeURL(claims.text("htu")); given == "" || given != normalizeURL(request.url) {
		return proofError("htu is not %s", request.url)
	}
	expected := hashBase64URL(request.token)
	if subtle.ConstantTimeCompare([]byte(claims.text("ath")), []byte(expected)) != 1 {
		return proofError("ath is not the hash of the token")
	}
	return nil
}

// requireRecent returns the time of the proof.
func requireRecent(claims fields, now float64) (float64, error) {
	issued, isNumber := claims.number("iat")
	if !isNumber || math.Abs(now-issued) > proofWindow {
		return 0, proofError("iat differs from this machine's clock by more than %d s", int(proofWindow))
	}
	expires, hasExpiry := claims.number("exp")
	if _, isThere := claims["exp"]; isThere && (!hasExpiry || expires <= now-proofWindow) {
		return 0, proofError("it has expired")
	}
	notBefore, hasStart := claims.number("nbf")
	if _, isThere := claims["nbf"]; isThere && (!hasStart || notBefore > now+proofWindow) {
		return 0, proofError("it is not valid yet")
	}
	return issued, nil
}

// spend reports whether an ID is new, which is remembered until it expires.
func (v *proofVerifier) spend(id string, expires float64) bool {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	now := float64(v.now().UnixMilli()) / 1000
	for len(v.order) > 0 && (v.expiries[v.order[0]] <= now || len(v.order) >= maxRememberedProofs) {
		delete(v.expiries, v.order[0])
		v.order = v.order[1:]
	}
	if last, isKnown := v.expiries[id]; isKnown && last > now {
		return false
	}
	if _, isListed := v.expiries[id]; !isListed {
		v.order = append(v.order, id)
	}
	v.expiries[id] = expires
	return true
}
