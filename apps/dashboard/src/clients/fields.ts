import { clientFields, usualScopes } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { type Field, type FieldSchema, findProblem, toField } from '../common/fields/field.ts'
import type { Client } from './queries.ts'

/** A field of a client that the page edits. */
export type FieldName = Exclude<keyof typeof clientFields, 'type' | 'jwks' | 'disabled'>

/** Values by field, as the page edits them. */
export type Values = Readonly<Record<FieldName, unknown>>

/** Fields that are shown together. */
export type Group = { id: string; title: string; description: string; isAdvanced?: true; fields: readonly FieldName[] }

/** Every field once, in the order of the page. */
export const groups: readonly Group[] = [
  {
    id: 'addresses',
    title: 'Addresses',
    description: 'Where users can return to. Other addresses are rejected.',
    fields: ['redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri'],
  },
  {
    id: 'access',
    title: 'Access',
    description: 'Who can sign in to the program, and what it gets.',
    fields: ['allowedGroups', 'consent', 'scopes', 'claims', 'resources'],
  },
  {
    id: 'presentation',
    title: 'Presentation',
    description: 'What users see about the program when they sign in to it.',
    fields: ['name', 'logoUrl', 'homepageUrl', 'policyUrl', 'termsUrl'],
  },
  {
    id: 'protocol',
    title: 'Protocol',
    description: 'How the program authenticates, and what it must send.',
    isAdvanced: true,
    fields: ['authMethod', 'jwksUri', 'grantTypes', 'requirePkce', 'requirePar', 'dpop'],
  },
  {
    id: 'tokens',
    title: 'Tokens',
    description: 'How long its tokens work, and how they are signed.',
    isAdvanced: true,
    fields: [
      'accessTokenSeconds',
      'idTokenSeconds',
      'refreshTokenSeconds',
      'refreshTokenAbsoluteSeconds',
      'idTokenAlg',
      'userinfoAlg',
      'subjectType',
      'sector',
    ],
  },
]

export const labels: Readonly<Record<FieldName, string>> = {
  name: 'Name',
  logoUrl: 'Logo',
  homepageUrl: 'Home page',
  policyUrl: 'Privacy policy',
  termsUrl: 'Terms of service',
  redirectUris: 'Redirect URIs',
  postLogoutRedirectUris: 'Redirect URIs after sign-out',
  backchannelLogoutUri: 'Back-channel logout URI',
  authMethod: 'Authentication',
  jwksUri: 'JWKS URI',
  grantTypes: 'Grant types',
  requirePkce: 'Require PKCE',
  scopes: 'Scopes',
  resources: 'Resources',
  allowedGroups: 'Allowed groups',
  consent: 'Consent',
  idTokenAlg: 'Algorithm of ID tokens',
  userinfoAlg: 'Algorithm of userinfo',
  subjectType: 'Subject identifiers',
  sector: 'Sector',
  accessTokenSeconds: 'Lifetime of access tokens',
  idTokenSeconds: 'Lifetime of ID tokens',
  refreshTokenSeconds: 'Idle lifetime of refresh tokens',
  refreshTokenAbsoluteSeconds: 'Absolute lifetime of refresh tokens',
  requirePar: 'Require pushed requests',
  dpop: 'DPoP',
  claims: 'Further claims',
}

const words: Partial<Record<FieldName, Readonly<Record<string, string>>>> = {
  authMethod: {
    client_secret_basic: 'Secret (Basic)',
    client_secret_post: 'Secret (form)',
    private_key_jwt: 'Private key',
    none: 'None',
  },
  grantTypes: {
    authorization_code: 'Authorization code',
    refresh_token: 'Refresh token',
    client_credentials: 'Client credentials',
    'urn:ietf:params:oauth:grant-type:device_code': 'Device code',
  },
  consent: { ask: 'Ask users', skip: 'Don’t ask' },
  userinfoAlg: { none: 'Not signed' },
  subjectType: { public: 'The same everywhere', pairwise: 'Own for each client' },
  dpop: { optional: 'Optional', required: 'Required' },
}

/** A choice as it is shown. */
export const nameChoice = (name: FieldName, choice: string | number): string =>
  words[name]?.[String(choice)] ?? String(choice)

const findSchema = (name: FieldName) => clientFields[name] as unknown as FieldSchema

/** The contract's description of a field. */
export const describeField = (name: FieldName): string => findSchema(name).description ?? ''

/** Fields that aren't edited as their schemas say. Who has an authentication at all can't do without one. */
const special: Partial<Record<FieldName, Field>> = {
  claims: { kind: 'texts', example: 'team=department' },
  authMethod: { kind: 'choice', choices: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] },
}

/** How a field is edited. Claims are a list of `claim=source`. */
export const findField = (name: FieldName): Field => special[name] ?? toField(findSchema(name))

/** The scopes that every client can have, and those that only resources know. */
export function splitScopes(scopes: readonly string[]): { usual: string[]; others: string[] } {
  const isUsual = (scope: string) => (usualScopes as readonly string[]).includes(scope)
  return { usual: scopes.filter(isUsual), others: scopes.filter((scope) => !isUsual(scope)) }
}

/** Why a value can't be saved, in words; undefined if it can. The service checks what depends on other fields. */
export const findFieldProblem = (name: FieldName, value: unknown): string | undefined =>
  name === 'claims' ? findClaimProblem(value as readonly string[]) : findProblem(findSchema(name), value)

const findClaimProblem = (entries: readonly string[]) => {
  const wrong = entries.find((entry) => !/^[^=]+=[^=]+$/.test(entry))
  return wrong === undefined ? undefined : `“${wrong}” must be a claim and its source, such as team=department`
}

const names = Object.keys(labels) as FieldName[]

/** The values of a client, with texts for what is absent. */
export function readValues(client: Client): Values {
  const given = client as unknown as Readonly<Record<string, unknown>>
  const { claims } = client
  const values = Object.fromEntries(names.map((name) => [name, given[name] ?? '']))
  return { ...values, claims: Object.entries(claims).map(([claim, source]) => `${claim}=${source}`) } as Values
}

/** The body of a PATCH with these values. */
export function toPatch(changes: Partial<Values>) {
  const { claims, ...others } = changes
  const entries = (claims as readonly string[] | undefined)?.map((entry) => entry.split('=', 2) as [string, string])
  return { ...others, ...(entries && { claims: Object.fromEntries(entries) }) }
}

/** Whether the field matters for a client with these values. */
export function isShown(name: FieldName, { type }: Pick<Client, 'type'>, values: Values): boolean {
  const grantTypes = values.grantTypes as readonly string[]
  const isConfidential = type === 'web' || type === 'machine'
  const conditions: Partial<Record<FieldName, boolean>> = {
    redirectUris: grantTypes.includes('authorization_code'),
    requirePar: grantTypes.includes('authorization_code'),
    requirePkce: grantTypes.includes('authorization_code') && isConfidential,
    authMethod: isConfidential,
    jwksUri: values.authMethod === 'private_key_jwt',
    sector: values.subjectType === 'pairwise',
    refreshTokenSeconds: grantTypes.includes('refresh_token'),
    refreshTokenAbsoluteSeconds: grantTypes.includes('refresh_token'),
  }
  return conditions[name] ?? (type !== 'machine' || !ofUsers.includes(name))
}

/** Fields about users, whom a machine doesn't have. */
const ofUsers: readonly FieldName[] = [
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'allowedGroups',
  'consent',
  'claims',
  'logoUrl',
  'homepageUrl',
  'policyUrl',
  'termsUrl',
  'idTokenSeconds',
  'idTokenAlg',
  'userinfoAlg',
  'subjectType',
]
