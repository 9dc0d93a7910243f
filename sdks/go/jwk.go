package thumbturn

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"math/big"
)

// jwk is a key (RFC 7518 §6, RFC 8037 §2). D is in private keys only.
type jwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv,omitempty"`
	Kid string `json:"kid,omitempty"`
	Alg string `json:"alg,omitempty"`
	Use string `json:"use,omitempty"`
	X   string `json:"x,omitempty"`
	Y   string `json:"y,omitempty"`
	N   string `json:"n,omitempty"`
	E   string `json:"e,omitempty"`
	D   string `json:"d,omitempty"`
}

const minRSABits = 2048

// signingKey returns nil if this isn't a key that signs tokens: with ES256, or RS256 for OpenID clients.
func (k jwk) signingKey() crypto.PublicKey {
	usual := map[string]string{"EC P-256": "ES256", "RSA ": "RS256"}[k.Kty+" "+k.Crv]
	if usual == "" || (k.Alg != "" && k.Alg != usual) || (k.Use != "" && k.Use != "sig") {
		return nil
	}
	return k.publicKey()
}

// publicKey returns nil if this isn't a key of a known type.
func (k jwk) publicKey() crypto.PublicKey {
	switch k.Kty + " " + k.Crv {
	case "EC P-256":
		return k.point(elliptic.P256())
	case "EC P-384":
		return k.point(elliptic.P384())
	case "OKP Ed25519":
		if x, err := base64.RawURLEncoding.DecodeString(k.X); err == nil && len(x) == ed25519.PublicKeySize {
			return ed25519.PublicKey(x)
		}
	case "RSA ":
		return k.rsaKey()
	}
	return nil
}

func (k jwk) point(curve elliptic.Curve) crypto.PublicKey {
	size := curve.Params().BitSize / 8
	x, errX := base64.RawURLEncoding.DecodeString(k.X)
	y, errY := base64.RawURLEncoding.DecodeString(k.Y)
	if errX != nil || errY != nil || len(x) != size || len(y) != size {
		return nil
	}
	// SEC 1 §2.3.3. The parser rejects points that aren't on the curve.
	key, err := ecdsa.ParseUncompressedPublicKey(curve, append(append([]byte{4}, x...), y...))
	if err != nil {
		return nil
	}
	return key
}

func (k jwk) rsaKey() crypto.PublicKey {
	n, errN := base64.RawURLEncoding.DecodeString(k.N)
	e, errE := base64.RawURLEncoding.DecodeString(k.E)
	modulus, exponent := new(big.Int).SetBytes(n), new(big.Int).SetBytes(e)
	// Greater exponents would make a signature expensive to verify.
	if errN != nil || errE != nil || modulus.BitLen() < minRSABits || exponent.BitLen() > 31 {
		return nil
	}
	return &rsa.PublicKey{N: modulus, E: int(exponent.Int64())}
}
