import type { OauthError } from '@thumbturn/contract/vocabulary/oauth-errors.ts'
import { longestClientUrl } from '@thumbturn/contract/vocabulary/openid-clients.ts'

/** Parameters as they arrived: one that was sent twice has a list. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** Why a request is rejected, as its client gets to know it. */
export type OauthRejection = { error: OauthError; description: string }

/** Rejects a request whose client and redirect URI are known. */
export class RejectedRequest extends Error implements OauthRejection {
  override name = 'RejectedRequest'
  readonly error: OauthError
  readonly description: string

  constructor(error: OauthError, description: string) {
    super(description)
    this.error = error
    this.description = description
  }
}

/** The most characters of each parameter of an authorization request. */
const limits = {
  response_type: 100,
  response_mode: 100,
  client_id: longestClientUrl,
  redirect_uri: 2_000,
  scope: 4_200,
  state: 2_048,
  nonce: 2_048,
  code_challenge: 128,
  code_challenge_method: 16,
  prompt: 100,
  max_age: 10,
  acr_values: 256,
  login_hint: 320,
  ui_locales: 256,
  claims: 2_048,
  id_token_hint: 8_000,
  resource: 2_000,
  dpop_jkt: 43,
  request: 16_000,
  request_uri: 16_000,
  registration: 16_000,
} as const

/** Of all parameters together: sealed, they must fit into the address of a page, which servers read up to 16 kB. */
const mostBytes = 8_000

export type ParameterName = keyof typeof limits

/** The parameters of an authorization request, each at most once; those without a value count as missing (RFC 6749 §3.1). */
export type SingleParameters = Readonly<Partial<Record<ParameterName, string>>>

const names = Object.keys(limits) as ParameterName[]

/** The value of a parameter that was sent once; undefined if it is missing, empty, too long, or was sent twice. */
export function readOne(parameters: Parameters, name: ParameterName): string | undefined {
  const value = parameters[name]
  return typeof value === 'string' && value !== '' && value.length <= limits[name] ? value : undefined
}

/**
 * Reads every parameter that the service knows; it ignores others (RFC 6749 §3.1).
 * @throws RejectedRequest: one was sent twice, is too long, or isn't well-formed text
 */
export function readParameters(parameters: Parameters): SingleParameters {
  const found = names.flatMap((name): [ParameterName, string][] => {
    const value = readSingle(name, parameters[name])
    return value === undefined ? [] : [[name, value]]
  })
  // As they are sealed: a quotation mark takes two bytes.
  const bytes = found.reduce((sum, [, value]) => sum + Buffer.byteLength(JSON.stringify(value)) - 2, 0)
  if (bytes > mostBytes) throw new RejectedRequest('invalid_request', `The request has more than ${mostBytes} bytes`)
  return Object.fromEntries(found)
}

function readSingle(name: ParameterName, value: Parameters[string]): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw rejectRepeated(name)
  if (value.length > limits[name])
    throw new RejectedRequest('invalid_request', `${name} has more than ${limits[name]} characters`)
  if (!value.isWellFormed() || /\p{Cc}/u.test(name === 'claims' ? value.replaceAll(/[\t\n\r]/g, ' ') : value))
    throw new RejectedRequest('invalid_request', `${name} has characters that are not allowed`)
  return value
}

/** Several resources are allowed by RFC 8707 §2, and the service issues tokens for one. */
const rejectRepeated = (name: ParameterName) =>
  name === 'resource'
    ? new RejectedRequest('invalid_target', 'A token is issued for one resource: send one')
    : new RejectedRequest('invalid_request', `${name} was sent more than once`)
