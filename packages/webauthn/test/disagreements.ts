const clientData = '#dictdef-collectedclientdata: the types and the uniqueness of fields'
const crossOrigin = '#sctn-registering-a-new-credential: crossOrigin only where frames are expected'
const topOrigin = '#sctn-registering-a-new-credential: topOrigin only if it is listed'
const canonical = '#sctn-conforming-all-classes: CTAP2 canonical CBOR, nothing cut, nothing after it'
const credentialId = '#credential-id: at most 1023 bytes; the id of the record is that of the authenticator data'
const key = '#sctn-alg-identifier and #sctn-attested-credential-data: required fields of the bound type and curve only'
const point = '#sctn-alg-identifier: a public key is a point on the curve, in uncompressed form'
const weakKey = 'ours (strictKeys): keys under which anyone can sign, or that are too expensive'
const packedKey = '#sctn-packed-attestation: the signature is one of the leaf key under alg'
const packedLeaf = '#sctn-packed-attestation-cert-requirements'
const chain = '#sctn-registering-a-new-credential: the chain must validate up to an anchor (RFC 5280 §6.1)'
const u2f = '#sctn-fido-u2f-attestation: the leaf key is on P-256'
const tpm = '#sctn-tpm-attestation: certInfo and pubArea are exactly their TPM structures'
const androidKey = '#sctn-android-key-attestation: origin GENERATED, purpose SIGN'
const compound = '#sctn-compound-attestation'
const authData = '#sctn-authenticator-data: attested data in registrations only, nothing left over'
const backup = '#sctn-verifying-assertion: backup eligibility equals the stored one'
const signature = '#sctn-signature-attestation-types: an ECDSA signature is DER, and nothing after it'
const identity = '#sctn-verifying-assertion: the credential is the stored one, and the user handle its owner’s'
const counter = '#sctn-sign-counter: what a counter that did not rise means is the relying party’s choice'
const frames = '#sctn-verifying-assertion: frames are accepted where they are expected'

/**
 * Each case that @simplewebauthn/server 14.0.3 judges otherwise, with the step that settles it. Some of these checks
 * that library leaves to its callers on purpose.
 */
export const disagreements: Readonly<Record<string, string>> = {
  'reg-tokenbinding-present-noid': clientData,
  'reg-crossorigin-true': crossOrigin,
  'reg-crossorigin-string': clientData,
  'reg-toporigin-other': topOrigin,
  'reg-ao-huge-length': canonical,
  'reg-ao-proto-key': canonical,
  'reg-credid-1024': credentialId,
  'reg-credid-mismatch': credentialId,
  'reg-kty-mismatch': key,
  'reg-y-boolean': point,
  'reg-point-off-curve': point,
  'reg-point-zero': point,
  'reg-coord-33': point,
  'reg-x-missing': key,
  'reg-private-d': key,
  'reg-ed25519-31': point,
  'reg-ed25519-small-order': weakKey,
  'reg-rsa-512': weakKey,
  'reg-rsa-e1': weakKey,
  'reg-rsa-even': weakKey,
  'reg-rsa-huge': weakKey,
  'reg-packed-x5c-alg': packedKey,
  'reg-packed-x5c-alg384': packedKey,
  'reg-packed-aaguid-critical': packedLeaf,
  'reg-packed-pathlen': chain,
  'reg-u2f-p384': u2f,
  'reg-ok-tpm-vector-aik':
    '#sctn-tpm-cert-requirements: the accepted manufacturers are a setting; here it names the test one',
  'reg-tpm-certinfo-trailing': tpm,
  'reg-ok-android-no-root': chain,
  'reg-android-sw-tee': androidKey,
  'reg-android-purpose': androidKey,
  'reg-android-empty-lists': androidKey,
  'reg-ok-compound': compound,
  'auth-ok-toporigin': frames,
  'auth-be-gained': backup,
  'auth-at-set': authData,
  'auth-sig-der-trailing': signature,
  'auth-sig-der-longlen': signature,
  'auth-ok-count-flagged': counter,
  'auth-userhandle-empty-discoverable': identity,
  'auth-credential-unknown': identity,

  'own: a frame that is not expected': crossOrigin,
  'own: an origin named twice': clientData,
  'own: an unlisted topOrigin': topOrigin,
  'own: a byte after the attestation object': canonical,
  'own: fields in another order where order matters': canonical,
  'own: an id of 1024 bytes': credentialId,
  'own: another outer id': credentialId,
  'own: a point off the curve': point,
  'own: a private member': key,
  'own: a path longer than an intermediate allows': chain,
  'own: an intermediate that is no CA': chain,
  'own: no Basic Constraints': packedLeaf,
  'own: bytes after certInfo': tpm,
  'own: all parts of a compound statement': compound,
  'own: origin and purpose missing in a key description': androidKey,
  'own: BE gained': backup,
  'own: AT in an assertion': authData,
  'own: a byte after the signature': signature,
  'own: an id that was not listed': identity,
  'own: the handle of another user': identity,
}
