import type { JsonObject } from './examples.ts'
import type { Access } from './route.ts'

/** How the credential of each kind of caller is sent. */
export const securitySchemes = {
  adminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key of the installation itself, in the same forms',
  },
  memberSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-thumbturn',
    description:
      'The session of a member of the installation. Every call except GET also needs the header X-CSRF-Token, and a browser must send it from a page of the installation',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An API key: raw, as Bearer, or as the user name of Basic. A call that names a scope requires a key that holds it',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access or grant token; the word Bearer is optional',
  },
  serviceToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "A JWT that the customer's backend signs (ES256) with a key registered for the client: claims client_id, scope (or type), iat, nonce, and username or user_id if it is for one user. It works once, within five minutes of iat",
  },
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The session of a flow, as it was returned',
  },
} as const satisfies JsonObject

type Scheme = keyof typeof securitySchemes
/** `alternative`: another scheme that is accepted, with the same scope. */
type Requirement = { scheme: Scheme | undefined; alternative?: Scheme; optional?: true }

const requirements: Record<Access['kind'], Requirement> = {
  public: { scheme: undefined },
  admin: { scheme: 'adminKey', alternative: 'memberSession' },
  member: { scheme: 'memberSession' },
  apiKey: { scheme: 'apiKey' },
  session: { scheme: 'session' },
  service: { scheme: 'serviceToken' },
  management: { scheme: 'serviceToken' },
  user: { scheme: 'userToken' },
  optionalUser: { scheme: 'userToken', optional: true },
  userOrApiKey: { scheme: 'apiKey', alternative: 'userToken' },
}

/**
 * Describes the requirements of an access: the scheme, the scope, and whether calls without a credential are allowed
 * too.
 */
export function describeAccess(access: Access): Requirement & { scope: string | undefined } {
  const scope = 'scope' in access && access.kind !== 'admin' ? access.scope : undefined
  return { ...requirements[access.kind], scope }
}

/**
 * The security of an operation. Scopes go into the description and into x-scope: OpenAPI 3.1 lets any scheme list roles,
 * but many tools take them for OAuth's.
 */
export function toSecurity(access: Access): { security: JsonObject[]; 'x-scope'?: string; 'x-role'?: string } {
  const { scheme, alternative, scope, optional } = describeAccess(access)
  const schemes = [scheme, alternative].filter((one) => one !== undefined)
  const security = [...(optional ? [{}] : []), ...schemes.map((one) => ({ [one]: [] }))]
  return {
    security,
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(access.kind === 'admin' && { 'x-role': access.role }),
  }
}

const confirmation = 'must have signed in or confirmed with a passkey within the last five minutes'

/** Describes the role that a member needs. */
function roleSentence({ role, scope, fresh }: Extract<Access, { kind: 'admin' }>): string {
  const where = scope === 'installation' ? ' on the whole installation' : ''
  const confirmed = fresh ? `, and ${confirmation}` : ''
  return `\n\nA member needs the role \`${role}\`${where}${confirmed}.`
}

/** Describes the scope or role; nothing where none is needed. */
export function scopeSentence(access: Access): string {
  if (access.kind === 'admin') return roleSentence(access)
  if (access.kind === 'member') return access.fresh ? `\n\nThe member ${confirmation}.` : ''
  const { scheme, alternative, scope, optional } = describeAccess(access)
  if (scope === undefined) return ''
  if (alternative) return `\n\nThe API key, or the user's own token instead, needs the scope \`${scope}\`.`
  const holder = scheme === 'apiKey' ? 'The API key' : optional ? 'The token, where one is sent,' : 'The token'
  return `\n\n${holder} needs the scope \`${scope}\`.`
}
