import { decodeJwt } from 'jose'
import { createCall } from './calls.ts'
import type { AccessClaims, ClaimsOf, PayloadClaims, TokenType, TransactionClaims } from './claims.ts'
import { eventsBy } from './events.ts'
import type { ErrorMapper } from './http.ts'
import { createKeys } from './keys.ts'
import type { Authenticators, Contacts, Devices, Events, Passkeys, Transactions, Users } from './management.ts'
import { authenticatorsBy, contactsBy, devicesBy, passkeysBy, transactionsBy, usersBy } from './management-calls.ts'
import { type ThumbturnOptions, toClient } from './options.ts'
import { type ExpectedPayload, type ExpectedTransaction, requirePayload, requireTransaction } from './transaction.ts'
import { type VerifyOptions, verifyToken } from './verify.ts'
import type { Discovered, DiscoverRequest, SessionTokens, UserScope } from './wire.ts'

/** One application, as its backend sees it. Every method throws ThumbturnError, and nothing else. */
export interface Thumbturn {
  readonly appId: string
  /** What a token says, once it is verified by the application's public keys; needs no API key. */
  verifyToken<Type extends TokenType = 'jwtAccess'>(
    token: string,
    options?: VerifyOptions<Type>,
  ): Promise<ClaimsOf[Type]>
  /** The same of an access token by a call to the service, which also knows whether its user and passkey are gone. */
  verifyTokenRemotely(token: string): Promise<AccessClaims>
  /** What a token says that confirms this transaction. Take each nonce once. */
  verifyTransaction(expected: ExpectedTransaction): Promise<TransactionClaims>
  /** What a payload signature says that a flow of several factors earned by signing this payload. Take each payload once. */
  verifyPayload(expected: ExpectedPayload): Promise<PayloadClaims>
  /** A token of a minute by which the page may do these things for that user; the API key must hold each. */
  grant(username: string, grants: readonly UserScope[]): Promise<string>
  /** Your backend's word, for the factor `external` of a flow: that it has authenticated that user. Scope `external:verify`. */
  grantExternalAuth(user: { username: string }): Promise<string>
  /** The next tokens for a refresh token, which works once. */
  refresh(refreshToken: string): Promise<SessionTokens>
  /** How a user can sign in on the device that asks. Scope `user:read`. */
  discover(request: DiscoverRequest): Promise<Discovered>
  readonly users: Users
  readonly contacts: Contacts
  readonly passkeys: Passkeys
  readonly devices: Devices
  readonly transactions: Transactions
  readonly authenticators: Authenticators
  readonly events: Events
}

/**
 * A client for one application; makes no call before it is needed.
 * @throws ThumbturnError invalid_options
 */
export function createThumbturn(options: ThumbturnOptions): Thumbturn {
  const client = toClient(options)
  const keys = createKeys(client)
  const call = createCall(client)
  const verify: Thumbturn['verifyToken'] = (token, demands) => verifyToken({ client, keys }, token, demands)
  return {
    appId: client.appId,
    verifyToken: verify,
    async verifyTokenRemotely(token) {
      await call('tokenVerify', { body: { jwtAccess: token } }, tokenRefused)
      return decodeJwt<AccessClaims>(token)
    },
    verifyTransaction: async (expected) => requireTransaction(await verify(expected.token), expected),
    verifyPayload: async (expected) => requirePayload(await verify(expected.token, { type: 'mfaPayload' }), expected),
    grant: async (username, grants) => (await call('grantCreate', { body: { username, grants: [...grants] } })).token,
    grantExternalAuth: async ({ username }) => (await call('externalAuthGrant', { body: { username } })).token,
    refresh: (refreshToken) => call('mfaRefresh', { body: { refreshToken } }, refreshRefused),
    discover: (request) => call('discover', { body: request }),
    users: usersBy(call),
    contacts: contactsBy(call),
    passkeys: passkeysBy(call),
    devices: devicesBy(call),
    transactions: transactionsBy(call),
    authenticators: authenticatorsBy(call),
    events: eventsBy(client),
  }
}

/** The call answers 401 for a token that is not valid and for a key that is not. */
const tokenRefused: ErrorMapper = (status, reason) => {
  if (status === 400) return 'token_malformed'
  return status === 401 && reason !== 'invalid_api_key' ? 'token_refused' : undefined
}

const refreshRefused: ErrorMapper = (status) =>
  status === 401 ? 'token_refused' : status === 403 ? 'not_enabled' : undefined
