import type { Input, Output, Route } from '@thumbturn/contract'
import type { currentApi } from '@thumbturn/contract/current'
import { ThumbturnError } from './errors.ts'
import { type ErrorMapper, sendRequest } from './http.ts'
import type { Client } from './options.ts'

type Routes = typeof currentApi.routes

/** Calls that take an API key. profileDelete is the same as userDelete. */
type ApiKeyCall = Exclude<
  {
    [Name in keyof Routes]: Routes[Name]['access'] extends { kind: 'apiKey' | 'userOrApiKey' } ? Name : never
  }[keyof Routes],
  'profileDelete'
>
type Public = 'mfaRefresh' | 'profileEmailVerify' | 'profilePhoneVerify'
type CallName = ApiKeyCall | Public

// Doesn't compile until it lists every call of the contract.
const calls = {
  grantCreate: ['POST', '/mgmt/grant'],
  externalAuthGrant: ['POST', '/mgmt/grant/external-auth'],
  tokenVerify: ['POST', '/mgmt/token/verify'],
  sessionVerify: ['POST', '/mgmt/session/verify'],
  discover: ['POST', '/mgmt/discover'],
  userFind: ['GET', '/mgmt/users/find'],
  userDelete: ['DELETE', '/mgmt/users/{userId}'],
  userSignOut: ['POST', '/mgmt/users/{userId}/sign-out'],
  userDevicesDelete: ['DELETE', '/mgmt/users/{userId}/devices'],
  userPasskeysDelete: ['DELETE', '/mgmt/users/{userId}/passkeys'],
  deviceShow: ['GET', '/mgmt/devices/{deviceId}'],
  deviceDelete: ['DELETE', '/mgmt/devices/{deviceId}'],
  anyPasskeyShow: ['GET', '/mgmt/passkeys/{passkeyId}'],
  anyPasskeyRename: ['PUT', '/mgmt/passkeys/{passkeyId}/rename'],
  anyPasskeyDelete: ['DELETE', '/mgmt/passkeys/{passkeyId}'],
  transactionFind: ['GET', '/mgmt/transactions/{txId}'],
  aaguidFind: ['GET', '/mgmt/aaguids/{aaguid}'],
  blacklistRead: ['GET', '/mgmt/aaguids/blacklist'],
  blacklistMerge: ['POST', '/mgmt/aaguids/blacklist'],
  blacklistRemove: ['DELETE', '/mgmt/aaguids/blacklist'],
  blacklistClear: ['DELETE', '/mgmt/aaguids/blacklist/clear'],
  groupsList: ['GET', '/mgmt/groups'],
  groupCreate: ['POST', '/mgmt/groups'],
  groupReplace: ['PUT', '/mgmt/groups/{groupId}'],
  groupDelete: ['DELETE', '/mgmt/groups/{groupId}'],
  groupMembersList: ['GET', '/mgmt/groups/{groupId}/members'],
  groupMembersAdd: ['POST', '/mgmt/groups/{groupId}/members'],
  groupMemberRemove: ['DELETE', '/mgmt/groups/{groupId}/members/{userId}'],
  userGroupsList: ['GET', '/mgmt/users/{userId}/groups'],
  userGroupsSet: ['PUT', '/mgmt/users/{userId}/groups'],
  userProfileShow: ['GET', '/mgmt/users/{userId}/profile'],
  userProfileReplace: ['PUT', '/mgmt/users/{userId}/profile'],
  userClaimsReplace: ['PUT', '/mgmt/users/{userId}/claims'],
  profileEmailSet: ['POST', '/profile/{id}/email'],
  profileEmailDelete: ['DELETE', '/profile/{id}/email'],
  profilePhoneSet: ['POST', '/profile/{id}/phone'],
  profilePhoneDelete: ['DELETE', '/profile/{id}/phone'],
  profileEmailVerify: ['POST', '/profile/email/verify'],
  profilePhoneVerify: ['POST', '/profile/phone/verify'],
  mfaRefresh: ['POST', '/mfa/refresh'],
} as const satisfies { [Name in CallName]: readonly [Routes[Name]['method'], Routes[Name]['path']] }

const callsWithoutKey: readonly string[] = ['mfaRefresh', 'profileEmailVerify', 'profilePhoneVerify'] satisfies Public[]

/** The parts of a call's input that it has. */
type CallInput<R extends Route> = {
  [Part in keyof Input<R> as Input<R>[Part] extends undefined ? never : Part]: Input<R>[Part]
}

/** Makes a call of the current API. `toErrorCode` maps errors with a special meaning for this call. */
export type Call = <Name extends CallName>(
  name: Name,
  input: CallInput<Routes[Name]>,
  toErrorCode?: ErrorMapper,
) => Promise<Output<Routes[Name]>>

/** Sends the client's API key with every call that takes one. */
export const createCall =
  (client: Client): Call =>
  async (name, input, toErrorCode) => {
    const [method, path] = calls[name]
    const { params, query, body } = input as { params?: Strings; query?: Strings; body?: object }
    const key = callsWithoutKey.includes(name) ? undefined : requireApiKey(client, name)
    const url = `${client.application}/fido2/v2${fillPath(path, params)}${toQueryString(query)}`
    const { body: result } = await sendRequest(client, { method, url, body, key, toErrorCode })
    return result as never
  }

type Strings = Readonly<Record<string, string | undefined>>

function requireApiKey({ apiKey }: Client, name: string): string {
  if (apiKey !== undefined) return apiKey
  throw new ThumbturnError('missing_api_key', `${name} requires an API key: pass apiKey to createThumbturn`)
}

// Empty segments and dots would change the path.
function fillPath(path: string, params: Strings = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new ThumbturnError('invalid_request', `${name} must be an ID, not "${value}"`)
    return encodeURIComponent(value)
  })
}

/** The query string of a call, without undefined values. */
export function toQueryString(query: Strings = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
