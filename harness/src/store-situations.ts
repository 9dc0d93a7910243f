import { defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { AccessCode } from '@thumbturn/service/core/model/access-codes/access-code.ts'
import type { ApiKey } from '@thumbturn/service/core/model/applications/api-key.ts'
import type { Application, SigningKey } from '@thumbturn/service/core/model/applications/application.ts'
import type { ClientKey } from '@thumbturn/service/core/model/clients/client-key.ts'
import type { Code, CodeAttempt } from '@thumbturn/service/core/model/codes/code.ts'
import type { Contact } from '@thumbturn/service/core/model/contacts/contact.ts'
import type { Credential } from '@thumbturn/service/core/model/credentials/credential.ts'
import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import type { MessageTask } from '@thumbturn/service/core/model/messages/message.ts'
import type { Passkey } from '@thumbturn/service/core/model/passkeys/passkey.ts'
import type { NameKeys } from '@thumbturn/service/core/model/users/name-keys.ts'
import type { NewUser, User } from '@thumbturn/service/core/model/users/user.ts'
import type { Facts } from '@thumbturn/service/core/writes.ts'
import type { NewPasskey, PasskeyUse } from './store-batches.ts'

/** The database of one test: empty at first, and accessible without the store. */
type Rows = readonly Readonly<Record<string, unknown>>[]

export type TestDatabase = {
  url: string
  query(sql: string): Promise<Rows>
  /** Faster than one query after another, because it connects once. */
  queryEach(statements: readonly string[]): Promise<readonly Rows[]>
  drop(): Promise<void>
}

/** The number of rows in each table: equal before and after means that nothing was written. */
export async function rowCounts({ queryEach }: TestDatabase) {
  const results = await queryEach(countedTables.map((table) => `select count(*) as n from ${table}`))
  return Object.fromEntries(countedTables.map((table, at) => [table, Number(results[at]![0]?.n)]))
}

const countedTables = [
  'applications',
  'application_versions',
  'signing_keys',
  'users',
  'names',
  'passkeys',
  'devices',
  'device_keys',
  'spent_sessions',
  'events',
]

export const application = (id: string, changes: Partial<Application> = {}): Application => ({
  id,
  name: `The ${id}`,
  rpId: 'example.com',
  origins: ['https://example.com', 'https://www.example.com'],
  baseUrl: undefined,
  settings: { ...defaultSettings },
  tokensUntil: undefined,
  createdAt: 1_000,
  updatedAt: 1_000,
  version: 1,
  ...changes,
})

export const signingKey = (appId: string, kid: string, createdAt = 1_000): SigningKey => ({
  appId,
  kid,
  publicJwk: { kty: 'EC', crv: 'P-256', x: 'left', y: 'right' },
  sealedPrivateKey: 'sealed',
  createdAt,
  retiredAt: undefined,
})

/** An RS256 key, which signs tokens of OpenID clients. */
export const rsaSigningKey = (appId: string, kid: string, createdAt?: number): SigningKey => ({
  ...signingKey(appId, kid, createdAt),
  publicJwk: { kty: 'RSA', n: 'modulus', e: 'AQAB' },
})

export const apiKey = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  appId: 'shop',
  name: 'backend',
  scopes: ['reg:write', 'user:read'],
  secretHash: 'hash',
  createdAt: 1_000,
  lastUsedAt: undefined,
  expiresAt: undefined,
  revokedAt: undefined,
  ...changes,
})

export const event = (id: string, changes: Partial<EventRecord> = {}): EventRecord => ({
  id,
  appId: 'shop',
  type: 'fido2.passkey.auth.success',
  at: 5_000,
  ...changes,
})

export const user = (name: string, changes: Partial<User> = {}): User => ({
  id: `user-${name}`,
  appId: 'shop',
  username: name.toUpperCase(),
  usernameKey: name,
  usernameType: 'email',
  tokenEpoch: 0,
  displayName: `Dear ${name}`,
  status: 'active',
  createdAt: 2_000,
  ...changes,
})

/** The same user as a new one: their username isn't a contact. */
export function newUser(name: string, changes: Partial<User> = {}): NewUser {
  const added = user(name, changes)
  return { ...added, addressKey: added.usernameKey }
}

/** The keys of a username that isn't a contact. */
export const named = (key: string): NameKeys => ({ usernameKey: key, addressKey: key })

export const passkey = (name: string, changes: Partial<Passkey> = {}): Passkey => ({
  id: `passkey-${name}`,
  appId: 'shop',
  userId: `user-${name}`,
  credentialId: `credential-${name}`,
  rpId: 'example.com',
  name: 'Phone',
  publicKey: new Uint8Array([0, 1, 254, 255]),
  publicKeySpki: new Uint8Array([48, 0]),
  algorithm: -257,
  signCount: 0,
  aaguid: '00000000-0000-0000-0000-000000000000',
  transports: ['internal', 'hybrid'],
  backupEligible: true,
  backedUp: false,
  userVerified: false,
  attestationFormat: 'none',
  createdAt: 2_000,
  createdFromDeviceId: `device-${name}`,
  lastUsedAt: undefined,
  lastUsedFromDeviceId: undefined,
  ...changes,
})

/** A complete sign-up of a new user; the session and the event are also named after the user. */
export const signUp = (name: string, changes: Partial<NewPasskey> = {}): NewPasskey => ({
  newUser: newUser(name),
  passkey: passkey(name),
  most: 25,
  device: { id: `device-${name}`, description: { osName: 'Linux' }, thumbprints: [], at: 2_000 },
  spending: { id: `sign-up-${name}`, expiresAt: 300_000 },
  event: event(`sign-up-${name}`, { type: 'fido2.passkey.reg.success' }),
  ...changes,
})

/** One completed sign-in with that passkey; `session` also names the event. */
export const signIn = (used: Passkey, session: string, changes: Partial<PasskeyUse> = {}): PasskeyUse => ({
  passkey: used,
  signCount: 1,
  backedUp: true,
  userVerified: true,
  device: { id: 'device-other', description: { osName: 'macOS', screenWidth: 800 }, thumbprints: [], at: 7_000 },
  spending: { id: session, expiresAt: 300_000 },
  events: [event(`event-${session}`, { appId: used.appId })],
  ...changes,
})

/** A message that is queued. */
export const messageTask = (id: string, changes: Partial<MessageTask> = {}): MessageTask => ({
  id,
  appId: 'shop',
  kind: 'code',
  about: { usernameKey: 'ann' },
  createdAt: 5_000,
  expiresAt: 605_000,
  ...changes,
})

/** An email address that its user has verified. */
export const contact = (name: string, changes: Partial<Contact> = {}): Contact => ({
  appId: 'shop',
  userId: `user-${name}`,
  kind: 'email',
  address: `${name}@Example.com`,
  addressKey: `${name}@example.com`,
  verifiedAt: 3_000,
  messagingConsent: true,
  createdAt: 2_500,
  ...changes,
})

/** A code that was sent to that contact and hasn't been entered. */
export const code = (name: string, changes: Partial<Code> = {}): Code => ({
  appId: 'shop',
  account: `user-${name}`,
  userId: `user-${name}`,
  tokenEpoch: 0,
  purpose: 'sign-in',
  method: 'email',
  hash: `hash-${name}`,
  address: `${name}@Example.com`,
  shownBy: undefined,
  until: undefined,
  createdAt: 5_000,
  expiresAt: 605_000,
  ...changes,
})

/** An attempt at a code of that user; its events name the method. */
export const codeAttempt = (name: string, changes: Partial<CodeAttempt> = {}): CodeAttempt => ({
  appId: 'shop',
  account: `user-${name}`,
  purpose: 'sign-in',
  methods: ['device', 'email', 'sms'],
  decoyAccount: 'nobody-1',
  maxAttempts: 5,
  failures: 100,
  at: 6_000,
  exhausted: (method) => event(`exhausted-${method}`, { type: 'fido2.otp.exhausted', detail: { method } }),
  ...changes,
})

/** An active password of that user. */
export const credential = (name: string, changes: Partial<Credential> = {}): Credential => ({
  id: `credential-${name}`,
  appId: 'shop',
  userId: `user-${name}`,
  type: 'password',
  status: 'active',
  name: 'Password',
  secret: `secret-${name}`,
  lastStep: 0,
  createdAt: 5_000,
  updatedAt: 5_000,
  ...changes,
})

/** An attempt at the password of that user. */
export const credentialAttempt = (
  name: string,
  changes: Partial<Facts['countFailure']> = {},
): Facts['countFailure'] => ({
  appId: 'shop',
  account: `user-${name}`,
  userId: `user-${name}`,
  method: 'password',
  at: 6_000,
  most: 5,
  ...changes,
})

/** An access code of that user that isn't authorized yet. */
export const accessCode = (name: string, changes: Partial<AccessCode> = {}): AccessCode => ({
  id: `access-${name}`,
  appId: 'shop',
  userId: `user-${name}`,
  tokenEpoch: 0,
  type: 'short',
  purpose: 'temporary_authentication',
  hash: `hash-${name}`,
  authorizedAt: undefined,
  createdAt: 5_000,
  expiresAt: 185_000,
  ...changes,
})

/** A key that a customer's backend signs with. */
export const clientKey = (id: string, changes: Partial<ClientKey> = {}): ClientKey => ({
  id,
  appId: 'shop',
  name: 'backend',
  publicKey: `PEM of ${id}`,
  createdAt: 1_000,
  revokedAt: undefined,
  ...changes,
})
