import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { clientFields, usualScopes } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { type Field, type FieldSchema, findProblem, toField } from '../common/fields/field.ts'
import type { Client } from './queries.ts'

/** A field of a client that the page edits. */
export type FieldName = Exclude<keyof typeof clientFields, 'type' | 'jwks' | 'disabled'>

/** Values by field, as the page edits them. */
export type Values = Readonly<Record<FieldName, unknown>>

/** Fields that are shown together. */
export type Group = {
  id: string
  title: MessageDescriptor
  description: MessageDescriptor
  isAdvanced?: true
  fields: readonly FieldName[]
}

/** Every field once, in the order of the page. */
export const groups: readonly Group[] = [
  {
    id: 'addresses',
    title: msg`Addresses`,
    description: msg`Where users can return to. Other addresses are rejected.`,
    fields: ['redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri'],
  },
  {
    id: 'access',
    title: msg`Access`,
    description: msg`Who can sign in to the program, and what it gets.`,
    fields: ['allowedGroups', 'consent', 'scopes', 'claims', 'resources'],
  },
  {
    id: 'presentation',
    title: msg`Presentation`,
    description: msg`What users see about the program when they sign in to it.`,
    fields: ['name', 'logoUrl', 'homepageUrl', 'policyUrl', 'termsUrl'],
  },
  {
    id: 'protocol',
    title: msg`Protocol`,
    description: msg`How the program authenticates, and what it must send.`,
    isAdvanced: true,
    fields: ['authMethod', 'jwksUri', 'grantTypes', 'requirePkce', 'requirePar', 'dpop'],
  },
  {
    id: 'tokens',
    title: msg`Tokens`,
    description: msg`How long its tokens work, and how they are signed.`,
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

export const labels: Readonly<Record<FieldName, MessageDescriptor>> = {
  name: msg`Name`,
  logoUrl: msg`Logo`,
  homepageUrl: msg`Home page`,
  policyUrl: msg`Privacy policy`,
  termsUrl: msg`Terms of service`,
  redirectUris: msg`Redirect URIs`,
  postLogoutRedirectUris: msg`Redirect URIs after sign-out`,
  backchannelLogoutUri: msg`Back-channel logout URI`,
  authMethod: msg`Authentication`,
  jwksUri: msg`JWKS URI`,
  grantTypes: msg`Grant types`,
  requirePkce: msg`Require PKCE`,
  scopes: msg({ message: 'Scopes', context: 'OpenID' }),
  resources: msg`Resources`,
  allowedGroups: msg`Allowed groups`,
  consent: msg`Consent`,
  idTokenAlg: msg`Algorithm of ID tokens`,
  userinfoAlg: msg`Algorithm of userinfo`,
  subjectType: msg`Subject identifiers`,
  sector: msg`Sector`,
  accessTokenSeconds: msg`Lifetime of access tokens`,
  idTokenSeconds: msg`Lifetime of ID tokens`,
  refreshTokenSeconds: msg`Idle lifetime of refresh tokens`,
  refreshTokenAbsoluteSeconds: msg`Absolute lifetime of refresh tokens`,
  requirePar: msg`Require pushed requests`,
  dpop: msg`DPoP`,
  claims: msg`Further claims`,
}

const words: Partial<Record<FieldName, Readonly<Record<string, MessageDescriptor>>>> = {
  authMethod: {
    client_secret_basic: msg`Secret (Basic)`,
    client_secret_post: msg`Secret (form)`,
    private_key_jwt: msg`Private key`,
    none: msg({ message: 'None', context: 'authentication' }),
  },
  grantTypes: {
    authorization_code: msg`Authorization code`,
    refresh_token: msg`Refresh token`,
    client_credentials: msg`Client credentials`,
    'urn:ietf:params:oauth:grant-type:device_code': msg`Device code`,
  },
  consent: { ask: msg`Ask users`, skip: msg`Don’t ask` },
  userinfoAlg: { none: msg`Not signed` },
  subjectType: { public: msg`The same everywhere`, pairwise: msg`Own for each client` },
  dpop: {
    optional: msg({ message: 'Optional', context: 'of a client' }),
    required: msg({ message: 'Required', context: 'of a client' }),
  },
}

/** A choice as it is shown. */
export function nameChoice(name: FieldName, choice: string | number): string {
  const word = words[name]?.[String(choice)]
  return word ? i18n._(word) : String(choice)
}

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
  return wrong === undefined
    ? undefined
    : i18n._(msg`“${{ entry: wrong }}” must be a claim and its source, such as team=department`)
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
