type Entry = { word: string; means: string }

const entry = (word: string, means: string): Entry => ({ word, means })

/** The words of the field as these pages use them. */
export const glossary = {
  aaguid: entry(
    'AAGUID',
    'A 128-bit ID that identifies an authenticator’s model. Unless attestation is verified, it’s only the client’s claim.',
  ),
  'access-token': entry(
    'Access token',
    'The ES256 JWT that a client gets for a completed passkey ceremony (tokenType jwtAccess). Your backend verifies it and starts its own session.',
  ),
  application: entry(
    'Application',
    'An isolated tenant of an installation, with its own users, passkeys, keys, RP ID, origins, and policy.',
  ),
  'api-key': entry(
    'API key',
    'A secret that your backend sends with its calls. It belongs to one application and has scopes.',
  ),
  assertion: entry(
    'Assertion',
    'What an authenticator signs during a sign-in: the challenge, the origin, and its own state.',
  ),
  attestation: entry(
    'Attestation',
    'A statement about the model of the authenticator that created a passkey, signed with a key from its manufacturer.',
  ),
  authenticator: entry(
    'Authenticator',
    'A device or program that stores private keys and signs with them, such as a phone, a laptop, a password manager, or a security key.',
  ),
  autofill: entry(
    'Autofill (conditional UI)',
    'The browser offers passkeys among the suggestions of an input field, without a dialog.',
  ),
  'backup-eligible': entry(
    'Backup eligibility',
    'Whether a provider can copy a passkey to other devices (synced), or the passkey stays on one device (device-bound).',
  ),
  ceremony: entry(
    'Ceremony',
    'A complete WebAuthn exchange, from the challenge to the verification: a registration or an authentication.',
  ),
  challenge: entry(
    'Challenge',
    'Random bytes that the service generates and the authenticator signs, so a response can be used only once.',
  ),
  credential: entry('Credential ID', 'The ID by which an authenticator knows a passkey, in base64url.'),
  discoverable: entry(
    'Discoverable credential',
    'A passkey that works without a username, because the authenticator stores which user it belongs to.',
  ),
  grant: entry(
    'Grant',
    'A token, valid for about a minute, that your backend requests on behalf of a user (tokenType grant). It has scopes but doesn’t prove a sign-in.',
  ),
  installation: entry(
    'Installation',
    'A running Thumbturn service with its database and master key, on one or more nodes.',
  ),
  jwks: entry(
    'JWKS',
    'An application’s public keys as JSON (RFC 7517). Anyone can use them to verify the application’s tokens.',
  ),
  'master-key': entry(
    'Master key',
    'The 32 random bytes that encrypt signing keys and sessions. All nodes use the same key. Back it up with the data.',
  ),
  origin: entry(
    'Origin',
    'A page’s scheme, host, and port, such as https://www.example.com. The browser includes it in the data that the authenticator signs.',
  ),
  passkey: entry(
    'Passkey',
    'A WebAuthn credential: a key pair for one site. The private key never leaves the authenticator or its provider.',
  ),
  'rp-id': entry('RP ID', 'The domain that passkeys are bound to: the page’s host or a registrable parent of it.'),
  scope: entry('Scope', 'A permission of a key, token, or grant, such as passkey:write.'),
  session: entry(
    'Session (of a flow)',
    'The encrypted value that links an init call to its complete call. It works once, and the service doesn’t store it.',
  ),
  transaction: entry(
    'Transaction confirmation',
    'A passkey signature over the text that the user has read. The payload, nonce, and user are bound to the challenge.',
  ),
  'user-verification': entry(
    'User verification',
    'The authenticator checks that its owner is using it, by fingerprint, face, or PIN. User presence alone proves only a touch.',
  ),
} as const satisfies Record<string, Entry>
