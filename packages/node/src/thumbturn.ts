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

/** What a granted token allows. */
export interface GrantOptions {
  scopes: readonly UserScope[]
}

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
  /** Verifies that the token of confirmTransaction confirms this transaction. Accept each nonce once. */
  verifyTransaction(token: string, expected: ExpectedTransaction): Promise<TransactionClaims>
  /** Verifies that the payloadSignature of a multi-factor flow signs this payload. Accept each payload once. */
  verifyPayload(payloadSignature: string, expected: ExpectedPayload): Promise<PayloadClaims>
  /** A token, valid for a minute, that gives the page these scopes for the user; the API key must have each of them. */
  grant(username: string, options: GrantOptions): Promise<string>
  /** A backend assertion for the factor `external` of a flow: you have authenticated the user. Scope `external:verify`. */
  grantExternalAuth(username: string): Promise<string>
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
      await call('tokenVerify', { body: { jwtAccess: token } }, toVerificationError)
      return decodeJwt<AccessClaims>(token)
    },
    verifyTransaction: async (token, expected) => requireTransaction(await verify(token), expected),
    verifyPayload: async (token, expected) => requirePayload(await verify(token, { type: 'mfaPayload' }), expected),
    grant: async (username, { scopes }) =>
      (await call('grantCreate', { body: { username, grants: [...scopes] } })).token,
    grantExternalAuth: async (username) => (await call('externalAuthGrant', { body: { username } })).token,
    refresh: (refreshToken) => call('mfaRefresh', { body: { refreshToken } }, toRefreshError),
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
const toVerificationError: ErrorMapper = (status, reason) => {
  if (status === 400) return 'token_malformed'
  return status === 401 && reason !== 'invalid_api_key' ? 'token_rejected' : undefined
}

const toRefreshError: ErrorMapper = (status) =>
  status === 401 ? 'token_rejected' : status === 403 ? 'not_enabled' : undefined
