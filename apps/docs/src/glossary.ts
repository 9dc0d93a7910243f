type Entry = { word: string; means: string }

const entry = (word: string, means: string): Entry => ({ word, means })

/** The words of the field as these pages use them. */
export const glossary = {
  aaguid: entry(
    'AAGUID',
    'A 128-bit id that an authenticator states for its model. Without verified attestation it is only what the client says.',
  ),
  'access-token': entry(
    'Access token',
    'The ES256 JWT that a completed passkey ceremony earns (tokenType jwtAccess). Your backend verifies it and starts its own session.',
  ),
  application: entry(
    'Application',
    'An isolated tenant of an installation: its own users, passkeys, keys, RP ID, origins and policy.',
  ),
  'api-key': entry('API key', 'A secret that your backend sends. It belongs to one application and holds scopes.'),
  assertion: entry(
    'Assertion',
    'What an authenticator signs during a sign-in: the challenge, the origin, and its own state.',
  ),
  attestation: entry(
    'Attestation',
    'A statement about the model of the authenticator that made a passkey, signed by its maker.',
  ),
  authenticator: entry(
    'Authenticator',
    'What keeps private keys and uses them: a phone, a laptop, a password manager, a security key.',
  ),
  autofill: entry(
    'Autofill (conditional UI)',
    'The browser offers passkeys in the suggestions of an input field, without a dialog.',
  ),
  'backup-eligible': entry(
    'Backup eligibility',
    'Whether a passkey may be copied by its provider (synced) or stays on one device (device-bound).',
  ),
  ceremony: entry(
    'Ceremony',
    'One whole exchange of WebAuthn: a registration or an authentication, from the challenge to its verification.',
  ),
  challenge: entry(
    'Challenge',
    'Random bytes that the service generates and the authenticator signs, so that a response can be used only once.',
  ),
  credential: entry('Credential id', 'The name of a passkey at its authenticator, in base64url.'),
  discoverable: entry(
    'Discoverable credential',
    'A passkey that can be used without a username, because the authenticator knows whose it is.',
  ),
  grant: entry(
    'Grant',
    'A token of about a minute that your backend asks for on behalf of one user (tokenType grant). It carries scopes and proves no sign-in.',
  ),
  installation: entry(
    'Installation',
    'One running Thumbturn with its database and master key, on one or several nodes.',
  ),
  jwks: entry(
    'JWKS',
    'The public keys of an application as JSON (RFC 7517), with which every party can verify its tokens.',
  ),
  'master-key': entry(
    'Master key',
    '32 random bytes that seal signing keys and sessions. The same on every node; back it up with the data.',
  ),
  origin: entry(
    'Origin',
    'Scheme, host and port of a page, such as https://www.example.com. The browser writes it into what is signed.',
  ),
  passkey: entry(
    'Passkey',
    'A WebAuthn credential: a key pair for one site. The private half never leaves its authenticator or its provider.',
  ),
  'rp-id': entry(
    'RP ID',
    'The domain that passkeys are bound to. It is the host of the page or a registrable parent of it.',
  ),
  scope: entry('Scope', 'One right that a key, a token or a grant holds, such as passkey:write.'),
  session: entry(
    'Session (of a flow)',
    'The sealed value that connects an init call with its complete call. It works once and is stored nowhere.',
  ),
  transaction: entry(
    'Transaction confirmation',
    'A passkey signature over what the user has read: payload, nonce and user are bound to the challenge.',
  ),
  'user-verification': entry(
    'User verification',
    'The authenticator verifies who is using it, by fingerprint, face, or PIN; mere user presence proves only a touch.',
  ),
} as const satisfies Record<string, Entry>
