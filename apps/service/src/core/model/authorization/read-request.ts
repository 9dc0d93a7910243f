import { acrValues, type Prompt, prompts } from '@thumbturn/contract/vocabulary/openid.ts'
import { type ClaimsRequest, readClaimsRequest } from './claims-request.ts'
import { type Client, isConfidential } from './client.ts'
import { RejectedRequest, type SingleParameters } from './parameters.ts'
import { isOpenidScope, type ProtectedResource, splitScopes } from './protected-resource.ts'
import type { AuthorizationRequest } from './request.ts'

/** Splits a list that is separated by spaces (RFC 6749 §3.3), without duplicates. */
export const splitList = (text = ''): string[] => [...new Set(text.split(' ').filter((one) => one !== ''))]

/**
 * Reads the authorization request of a client whose redirect URI is known. The subject of an `id_token_hint` is added by its
 * verifier.
 * @throws RejectedRequest
 */
export function readRequest(
  parameters: SingleParameters,
  { client, target }: { client: Client; target: RequestedTarget | undefined },
): AuthorizationRequest {
  rejectUnsupported(parameters)
  requireCodeFlow(parameters, client)
  const { redirect_uri: redirectUri = '', state, nonce, login_hint: loginHint, dpop_jkt: jkt } = parameters
  const codeChallenge = readCodeChallenge(parameters, client)
  const claims = readClaims(parameters)
  const [maxAge, subject] = [readMaxAge(parameters), findSubject(claims)]
  if (jkt !== undefined && !isDigest(jkt))
    throw new RejectedRequest('invalid_request', 'dpop_jkt must be the SHA-256 thumbprint of a key, in base64url')
  return {
    clientId: client.id,
    redirectUri,
    scopes: readScopes(parameters.scope, { client, target }),
    prompts: readPrompts(parameters),
    acrValues: splitList(parameters.acr_values),
    uiLocales: splitList(parameters.ui_locales),
    ...(state !== undefined && { state }),
    ...(nonce !== undefined && { nonce }),
    ...(loginHint !== undefined && { loginHint }),
    ...(codeChallenge !== undefined && { codeChallenge }),
    ...(target && { resource: target.uri }),
    ...(maxAge !== undefined && { maxAge }),
    ...(claims !== undefined && { claims }),
    ...(subject !== undefined && { subject }),
    ...(jkt !== undefined && { jkt }),
  }
}

/** OpenID Connect Core 1.0 §3.1.2.6 has an error for each of these. */
function rejectUnsupported({ request, request_uri, registration }: SingleParameters): void {
  if (request !== undefined) throw new RejectedRequest('request_not_supported', 'Send parameters, not a request object')
  if (request_uri !== undefined)
    throw new RejectedRequest(
      'request_uri_not_supported',
      'request_uri must come from the endpoint for pushed requests',
    )
  if (registration !== undefined)
    throw new RejectedRequest('registration_not_supported', 'Clients are registered before')
}

function requireCodeFlow({ response_type, response_mode }: SingleParameters, { grantTypes }: Client): void {
  if (response_type === undefined) throw new RejectedRequest('invalid_request', 'response_type is required')
  if (response_type !== 'code') throw new RejectedRequest('unsupported_response_type', 'response_type must be code')
  if (response_mode !== undefined && response_mode !== 'query')
    throw new RejectedRequest('invalid_request', 'response_mode must be query')
  if (!grantTypes.includes('authorization_code'))
    throw new RejectedRequest('unauthorized_client', 'The client does not have the grant type authorization_code')
}

/** RFC 6749 §3.3: printable ASCII without quotation mark and backslash. */
const scopeToken = /^[!#-[\]-~]+$/

/** The purpose of the access that a request asks for: a registered resource, or an audience that only its client lists (RFC 8707). */
type RequestedTarget = { uri: string; resource: ProtectedResource | undefined }

/**
 * The scopes of a request.
 * @throws RejectedRequest invalid_scope
 */
export const readScopes = (
  text: string | undefined,
  { client, target }: { client: Pick<Client, 'scopes'>; target: RequestedTarget | undefined },
): readonly string[] =>
  target?.resource ? readResourceScopes(text, client, target.resource) : filterScopes(text, client.scopes)

/**
 * The scopes of a request that the client can ask for. Others are left out (OpenID Connect Core 1.0 §3.1.2.1), and the client learns
 * by the `scope` of its token which it got.
 * @throws RejectedRequest invalid_scope: none is left
 */
export function filterScopes(text: string | undefined, allowed: readonly string[]): string[] {
  const asked = readScopeNames(text)
  const granted = asked.filter((scope) => allowed.includes(scope))
  if (granted.length > 0) return granted
  throw new RejectedRequest(
    'invalid_scope',
    asked.length === 0 ? 'scope is required' : 'The client can ask for none of these scopes',
  )
}

function readScopeNames(text: string | undefined): string[] {
  const asked = splitList(text)
  if (asked.every((scope) => scopeToken.test(scope))) return asked
  throw new RejectedRequest('invalid_scope', 'scope must be names separated by spaces')
}

/**
 * Those of a registered resource, and those about the user that the client can ask for. A request without any gets all of the
 * resource's: its default value (RFC 6749 §3.3), as clients ask that know none. An unknown one is an error, because a client that
 * silently lacks a permission would ask for it again and again.
 */
function readResourceScopes(
  text: string | undefined,
  { scopes: own }: Pick<Client, 'scopes'>,
  { scopes }: ProtectedResource,
): string[] {
  const names = scopes.map(({ name }) => name)
  const asked = readScopeNames(text)
  if (asked.length === 0) return names
  const unknown = asked.find((scope) => !isOpenidScope(scope) && !names.includes(scope))
  if (unknown !== undefined)
    throw new RejectedRequest('invalid_scope', `The resource has no scope ${unknown.slice(0, 64)}`)
  const granted = asked.filter((scope) => names.includes(scope) || own.includes(scope))
  if (granted.length > 0) return granted
  throw new RejectedRequest('invalid_scope', 'The client can ask for none of these scopes')
}

/** Those of a former request that the client can still ask for. */
export function filterAvailable(
  scopes: readonly string[],
  { client, target }: { client: Pick<Client, 'scopes'>; target: RequestedTarget | undefined },
): readonly string[] {
  const { own, ofResource } = splitScopes(scopes, target?.resource)
  return [...own.filter((scope) => client.scopes.includes(scope)), ...ofResource]
}

const isDigest = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)

/** RFC 7636 §4.3. `plain`, its default, would let an attacker who reads the request redeem the code, so it must be S256. */
function readCodeChallenge(
  { code_challenge: challenge, code_challenge_method: method }: SingleParameters,
  client: Client,
): string | undefined {
  if (challenge === undefined) {
    if (method !== undefined) throw new RejectedRequest('invalid_request', 'code_challenge is missing')
    if (!client.requirePkce && isConfidential(client)) return undefined
    throw new RejectedRequest('invalid_request', 'The client must use PKCE: send code_challenge')
  }
  if (method !== 'S256') throw new RejectedRequest('invalid_request', 'code_challenge_method must be S256')
  if (!isDigest(challenge))
    throw new RejectedRequest('invalid_request', 'code_challenge must be a SHA-256 digest in base64url')
  return challenge
}

const isPrompt = (text: string): text is Prompt => prompts.some((prompt) => prompt === text)

function readPrompts({ prompt }: SingleParameters): Prompt[] {
  const asked = splitList(prompt)
  if (!asked.every(isPrompt))
    throw new RejectedRequest('invalid_request', `prompt must be some of ${prompts.join(', ')}`)
  if (asked.includes('none') && asked.length > 1)
    throw new RejectedRequest('invalid_request', 'prompt=none excludes every other prompt')
  return asked
}

function readMaxAge({ max_age: text }: SingleParameters): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new RejectedRequest('invalid_request', 'max_age must be a number of seconds')
  return Number(text)
}

function readClaims({ claims }: SingleParameters): ClaimsRequest | undefined {
  if (claims === undefined) return undefined
  const request = readClaimsRequest(claims)
  if (!request) throw new RejectedRequest('invalid_request', 'claims must be JSON with id_token and userinfo')
  return request
}

/** A client that asks for the ID token of one user must not get that of another (OpenID Connect Core 1.0 §5.5.1). */
function findSubject(claims: ClaimsRequest | undefined): string | undefined {
  const { values } = claims?.idToken.sub ?? {}
  if (values === undefined) return undefined
  const [subject] = values
  if (values.length !== 1 || typeof subject !== 'string' || subject === '')
    throw new RejectedRequest('invalid_request', 'The claim sub can be requested with one value')
  return subject
}

/** Whether a request asks for an authentication context that the service knows (OpenID Connect EAP ACR Values 1.0 §2). */
export const isKnownAcr = (acr: string): boolean => acrValues.some((known) => known === acr)
