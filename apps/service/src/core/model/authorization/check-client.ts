import { createPublicKey } from 'node:crypto'
import type { ClientSettings } from './client.ts'
import { findAddressProblem, findRedirectProblem } from './client-addresses.ts'
import { possibleGrantTypes } from './client-defaults.ts'
import { isReservedClaim } from './reserved-claims.ts'

/** Each entry is true, or the problem in words. */
type Verdicts = (true | string)[]

/** Everything that keeps a client from working, or makes it unsafe, in words; empty if nothing does. */
export function listClientProblems(client: ClientSettings): string[] {
  const verdicts: Verdicts = [
    (client.name.trim() !== '' && client.name.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(client.name)) ||
      'name must be one line of 1 to 64 characters',
    ...grantVerdicts(client),
    ...redirectVerdicts(client),
    ...addressVerdicts(client),
    ...authenticationVerdicts(client),
    ...keyVerdicts(client),
    ...subjectVerdicts(client),
    ...claimVerdicts(client),
    ...client.resources.map(resourceVerdict),
  ]
  return verdicts.filter((verdict) => verdict !== true)
}

function grantVerdicts({ type, grantTypes }: ClientSettings): Verdicts {
  const possible = possibleGrantTypes[type]
  const others = grantTypes.filter((grantType) => !possible.includes(grantType))
  const signsIn = grantTypes.some((grantType) => grantType !== 'refresh_token' && grantType !== 'client_credentials')
  return [
    others.length === 0 ||
      `grantTypes: a client of the type ${type} can't use ${others.join(', ')}; it can use ${possible.join(', ')}`,
    grantTypes.length > 0 || `grantTypes: choose at least one of ${possible.join(', ')}`,
    signsIn ||
      !grantTypes.includes('refresh_token') ||
      'grantTypes: refresh_token needs a grant type by which users sign in, such as authorization_code',
  ]
}

function redirectVerdicts({ type, grantTypes, redirectUris, postLogoutRedirectUris }: ClientSettings): Verdicts {
  const returns = grantTypes.includes('authorization_code')
  const verdict = (field: string) => (uri: string) => {
    const problem = findRedirectProblem(uri, type)
    return problem === undefined || `${field}: ${uri}: ${problem}`
  }
  return [
    !returns || redirectUris.length > 0 || 'redirectUris: at least one is needed, to which users return after sign-in',
    returns || redirectUris.length === 0 || 'redirectUris: only the grant type authorization_code uses them',
    ...redirectUris.map(verdict('redirectUris')),
    ...postLogoutRedirectUris.map(verdict('postLogoutRedirectUris')),
  ]
}

const addresses = ['logoUrl', 'homepageUrl', 'policyUrl', 'termsUrl', 'backchannelLogoutUri', 'jwksUri'] as const

const addressVerdicts = (client: ClientSettings): Verdicts =>
  addresses.map((field) => {
    const problem = client[field] === undefined ? undefined : findAddressProblem(client[field])
    return problem === undefined || `${field}: ${client[field]}: ${problem}`
  })

/** A program on a device of its users can't keep a secret (OAuth 2.1 §2.1). */
function authenticationVerdicts({ type, authMethod, requirePkce }: ClientSettings): Verdicts {
  const isOnServer = type === 'web' || type === 'machine'
  return [
    isOnServer ||
      authMethod === 'none' ||
      `authMethod: a client of the type ${type} can't keep a secret: use none, or the type web if it runs on a server`,
    !isOnServer ||
      authMethod !== 'none' ||
      `authMethod: a client of the type ${type} must authenticate: use client_secret_basic, or the type singlePage if it runs in the browser`,
    requirePkce ||
      authMethod !== 'none' ||
      'requirePkce: a client without authentication needs PKCE, because anyone could redeem its codes otherwise',
  ]
}

function keyVerdicts({ authMethod, jwks, jwksUri }: ClientSettings): Verdicts {
  const isUsed = authMethod === 'private_key_jwt'
  return [
    !isUsed ||
      (jwks === undefined) !== (jwksUri === undefined) ||
      'authMethod: private_key_jwt needs either jwks or jwksUri, with the public keys of the client',
    isUsed || (jwks === undefined && jwksUri === undefined) || 'jwks and jwksUri: only private_key_jwt uses them',
    ...(jwks?.keys ?? []).map((key, index) => isPublicKey(key) || `jwks: key ${index + 1} ${keyRule}`),
  ]
}

const keyRule = 'must be a public key: EC with P-256, Ed25519, or RSA of at least 2048 bits, without its private half'

/** Whether a key can verify what clients sign, and has no private half. */
export function isPublicKey(jwk: object): boolean {
  if ('d' in jwk || 'k' in jwk) return false
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
    if (asymmetricKeyType === 'ec') return asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** Pairwise identifiers depend on the host to which users return (OpenID Connect Core 1.0 §8.1). */
function subjectVerdicts({ subjectType, sector, redirectUris }: ClientSettings): Verdicts {
  if (subjectType === 'public') return [sector === undefined || 'sector: only the subject type pairwise uses it']
  const hosts = new Set(redirectUris.map((uri) => URL.parse(uri)?.hostname ?? ''))
  const hasOne = hosts.size === 1 && !hosts.has('')
  return [sector !== undefined || hasOne || 'subjectType: pairwise needs redirect URIs of one host, or a sector']
}

const claimVerdicts = ({ claims }: ClientSettings): Verdicts =>
  Object.keys(claims).map(
    (name) => !isReservedClaim(name) || `claims: ${name} belongs to the protocol: use another name`,
  )

/** RFC 8707 §2: an absolute URI without a fragment. */
const resourceVerdict = (resource: string): true | string =>
  (URL.canParse(resource) && !resource.includes('#')) ||
  `resources: ${resource} must be a URL without a fragment, such as https://api.example.com/`
