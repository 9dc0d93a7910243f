import { decodeJwt } from 'jose'
import { createCall } from './calls.ts'
import type { AccessClaims, ClaimsByType, PayloadClaims, TokenType, TransactionClaims } from './claims.ts'
import { createEvents } from './events.ts'
import type { ErrorMapper } from './http.ts'
import { createKeys } from './keys.ts'
import type { Authenticators, Contacts, Devices, Events, Groups, Passkeys, Transactions, Users } from './management.ts'
import {
  createAuthenticators,
  createContacts,
  createDevices,
  createGroups,
  createPasskeys,
  createTransactions,
  createUsers,
} from './management-calls.ts'
import { type ThumbturnOptions, toClient } from './options.ts'
import { type ExpectedPayload, type ExpectedTransaction, requirePayload, requireTransaction } from './transaction.ts'
import { type VerifyOptions, verifyToken } from './verify.ts'
import type { BackendSession, DiscoverRequest, Discovery, SessionTokens, UserScope } from './wire.ts'

/** The rights of a granted token. */
export interface GrantOptions {
  scopes: readonly UserScope[]
}

/** The backend's view of one application. Every method throws ThumbturnError and nothing else. */
export interface Thumbturn {
  readonly appId: string
  /** Verifies a token with the application's public keys and returns its claims. Requires no API key. */
  verifyToken<Type extends TokenType = 'jwtAccess'>(
    token: string,
    options?: VerifyOptions<Type>,
  ): Promise<ClaimsByType[Type]>
  /** Verifies an access token by a call to the service, which also checks that its user and passkey still exist. */
  verifyTokenRemotely(token: string): Promise<AccessClaims>
  /**
   * Whether a session that you started from an access token is still valid: the user exists and wasn't signed out
   * everywhere since, and the passkey exists. Scope `user:read`.
   */
  isSessionActive(session: BackendSession): Promise<boolean>
  /** Verifies that the token of confirmTransaction confirms this transaction. Accept each nonce once. */
  verifyTransaction(token: string, expected: ExpectedTransaction): Promise<TransactionClaims>
  /** Verifies that the payloadSignature of a multi-factor flow signs this payload. Accept each payload once. */
  verifyPayload(payloadSignature: string, expected: ExpectedPayload): Promise<PayloadClaims>
  /** A token, valid for a minute, that gives the page these scopes for the user; the API key must have each of them. */
  grant(username: string, options: GrantOptions): Promise<string>
  /**
   * A backend assertion for the factor `external` of a flow: you have authenticated the user. Scope `external:verify`.
   */
  grantExternalAuth(username: string): Promise<string>
  /** Exchanges a refresh token, which works once, for new tokens. */
  refresh(refreshToken: string): Promise<SessionTokens>
  /** Finds out how a user can sign in on a device. Scope `user:read`. */
  discover(request: DiscoverRequest): Promise<Discovery>
  readonly users: Users
  readonly contacts: Contacts
  readonly passkeys: Passkeys
  readonly devices: Devices
  readonly groups: Groups
  readonly transactions: Transactions
  readonly authenticators: Authenticators
  readonly events: Events
}

/**
 * Creates a client for one application. Makes no call until you use it.
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
    isSessionActive: async (session) => (await call('sessionVerify', { body: session })).active,
    verifyTransaction: async (token, expected) => requireTransaction(await verify(token), expected),
    verifyPayload: async (token, expected) => requirePayload(await verify(token, { type: 'mfaPayload' }), expected),
    grant: async (username, { scopes }) =>
      (await call('grantCreate', { body: { username, grants: [...scopes] } })).token,
    grantExternalAuth: async (username) => (await call('externalAuthGrant', { body: { username } })).token,
    refresh: (refreshToken) => call('mfaRefresh', { body: { refreshToken } }, toRefreshError),
    discover: (request) => call('discover', { body: request }),
    users: createUsers(call),
    contacts: createContacts(call),
    passkeys: createPasskeys(call),
    devices: createDevices(call),
    groups: createGroups(call),
    transactions: createTransactions(call),
    authenticators: createAuthenticators(call),
    events: createEvents(client),
  }
}

/** The call responds with 401 to an invalid token and to an invalid key. */
const toVerificationError: ErrorMapper = (status, reason) => {
  if (status === 400) return 'token_malformed'
  return status === 401 && reason !== 'invalid_api_key' ? 'token_rejected' : undefined
}

const toRefreshError: ErrorMapper = (status) =>
  status === 401 ? 'token_rejected' : status === 403 ? 'not_enabled' : undefined
