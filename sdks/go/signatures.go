package thumbturn

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"math/big"
)

// isForAlgorithm reports whether this is a key for a signature algorithm (RFC 7518 §3.1, RFC 8037 §3.1).
func isForAlgorithm(key crypto.PublicKey, alg string) bool {
	switch alg {
	case "ES256":
		return isOnCurve(key, elliptic.P256())
	case "ES384":
		return isOnCurve(key, elliptic.P384())
	case "RS256", "PS256":
		_, isRSA := key.(*rsa.PublicKey)
		return isRSA
	case "EdDSA":
		_, isEd25519 := key.(ed25519.PublicKey)
		return isEd25519
	}
	return false
}

func isOnCurve(key crypto.PublicKey, curve elliptic.Curve) bool {
	point, isEC := key.(*ecdsa.PublicKey)
	return isEC && point.Curve == curve
}

// isSignedBy reports whether the key, which must be one for the algorithm of the token, signed it.
func (t *token) isSignedBy(key crypto.PublicKey) bool {
	if !isForAlgorithm(key, t.alg()) {
		return false
	}
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		return t.isSignedByPoint(key)
	case *rsa.PublicKey:
		return t.isSignedByRSA(key)
	case ed25519.PublicKey:
		return ed25519.Verify(key, []byte(t.signed), t.signature)
	}
	return false
}

func (t *token) isSignedByPoint(key *ecdsa.PublicKey) bool {
	size := key.Curve.Params().BitSize / 8
	if len(t.signature) != 2*size {
		return false
	}
	hash := sha256.Sum256([]byte(t.signed))
	digest := hash[:]
	if key.Curve == elliptic.P384() {
		longer := sha512.Sum384([]byte(t.signed))
		digest = longer[:]
	}
	r, s := new(big.Int).SetBytes(t.signature[:size]), new(big.Int).SetBytes(t.signature[size:])
	return ecdsa.Verify(key, digest, r, s)
}

func (t *token) isSignedByRSA(key *rsa.PublicKey) bool {
	hash := sha256.Sum256([]byte(t.signed))
	if t.alg() == "RS256" {
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, hash[:], t.signature) == nil
	}
	// A salt as long as the hash (RFC 7518 §3.5).
	options := &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}
	return rsa.VerifyPSS(key, crypto.SHA256, hash[:], t.signature, options) == nil
}
