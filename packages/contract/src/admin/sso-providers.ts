import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { Line, Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { roles } from '../vocabulary/roles.ts'
import { type ClaimNames, ssoTestOutcomes, standardClaims } from '../vocabulary/sso.ts'
import { rejections, Strict } from './shapes.ts'

export const ProviderId = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: patterns.providerId,
  description: 'The provider, as its redirect URI names it: lowercase letters, digits, and hyphens',
  examples: ['okta'],
})

const RoleMapping = Type.Object(
  {
    value: Line(256, { minLength: 1, description: 'A value of the claim', examples: ['security-team'] }),
    application: Type.String({
      minLength: 1,
      maxLength: 63,
      description: 'The application id, or `*` for the whole installation',
      examples: ['*'],
    }),
    role: choice(roles, { description: 'The role that it gives', examples: ['developer'] }),
  },
  { title: 'SsoRoleMapping', additionalProperties: false },
)

const claimName = (name: keyof ClaimNames, what: string) =>
  Type.Optional(
    Line(256, {
      description: `The claim with ${what}; \`${standardClaims[name]}\` by default`,
      examples: [standardClaims[name]],
    }),
  )

const shownFields = {
  name: Line(64, { minLength: 1, description: 'The name that the sign-in page shows', examples: ['Okta'] }),
  clientId: Line(256, {
    minLength: 1,
    description: 'The client ID from the provider',
    examples: ['0oa1b2c3d4e5f6g7h8i9'],
  }),
  discoveryUrl: Type.String({
    minLength: 8,
    maxLength: 1024,
    pattern: patterns.issuer,
    format: 'uri',
    description:
      'The discovery base URL, which is the issuer and never changes. `/.well-known/openid-configuration` at its end is accepted and removed',
    examples: ['https://example.okta.com'],
  }),
  enforcedDomains: Type.Array(
    Type.String({
      minLength: 3,
      maxLength: 253,
      pattern: patterns.domain,
      description: 'A domain of email addresses',
      examples: ['example.com'],
    }),
    {
      maxItems: 100,
      description:
        'Members with an email address of these domains can sign in only there, except owners of the installation. Only one provider can be enforced for a domain',
      examples: [['example.com']],
    },
  ),
  trustsEmails: Type.Boolean({
    description: 'Whether to accept email addresses that the provider does not report as verified (`email_verified`)',
    examples: [false],
  }),
  ownsDirectory: Type.Boolean({
    description:
      'Whether the directory that provisions members over SCIM is that of this provider: its accounts are linked to provisioned members at their first sign-in. Only one provider can have it',
    examples: [false],
  }),
  scopes: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: patterns.transport,
      description: 'A scope',
      examples: ['groups'],
    }),
    {
      maxItems: 20,
      description:
        'The scopes to request besides `openid`. Empty: `email`, `profile`, and, if the provider lists it and `roleClaim` is set, `groups`',
      examples: [['email', 'profile', 'groups']],
    },
  ),
  claims: Type.Object(
    {
      email: claimName('email', 'the email address'),
      emailVerified: claimName('emailVerified', 'whether the email address is verified'),
      name: claimName('name', 'the name'),
      username: claimName('username', 'the username'),
      externalId: claimName('externalId', "what the provider's directory sends as `externalId`"),
    },
    {
      title: 'SsoClaims',
      additionalProperties: false,
      description: 'Claims that have other names at this provider, or paths with dots, such as `user.email`',
      examples: [{ email: 'upn', externalId: 'oid' }],
    },
  ),
  roleMappings: Type.Array(RoleMapping, {
    maxItems: 200,
    description: 'Which values of the claim give which roles; applied at every sign-in',
  }),
}

const roleClaim = Line(256, {
  description:
    'The claim whose values give roles, or a path with dots, such as `realm_access.roles`: a text, a list of texts, or an object whose names count',
  examples: ['groups'],
})

const clientSecret = Line(1024, {
  minLength: 1,
  description: 'The client secret from the provider. The service encrypts it and never returns it',
  examples: ['xVn3k5Rj8mQp2sTz'],
})

const SsoProvider = Type.Object(
  {
    id: ProviderId,
    ...shownFields,
    roleClaim: Type.Optional(roleClaim),
    redirectUri: Type.String({
      format: 'uri',
      description: 'What to enter as the redirect URI at the provider',
      examples: ['https://id.example.com/dashboard/sso/okta'],
    }),
    logoutUri: Type.String({
      format: 'uri',
      description: 'What to enter as the back-channel logout URI at the provider',
      examples: ['https://id.example.com/admin/v1/sso-providers/okta/back-channel-logout'],
    }),
    createdAt: Timestamp('When it was added'),
    updatedAt: Timestamp('When it was last changed'),
  },
  { title: 'SsoProvider' },
)

const { name, clientId, discoveryUrl, enforcedDomains, trustsEmails, ownsDirectory, scopes, claims, roleMappings } =
  shownFields
const optional = {
  enforcedDomains: Type.Optional(enforcedDomains),
  trustsEmails: Type.Optional(trustsEmails),
  ownsDirectory: Type.Optional(ownsDirectory),
  scopes: Type.Optional(scopes),
  claims: Type.Optional(claims),
  roleClaim: Type.Optional(roleClaim),
  roleMappings: Type.Optional(roleMappings),
}

const invalid =
  'A field is not valid, such as a role on an application that does not exist, or a domain that is enforced for another provider'
const forOwners = { kind: 'admin', role: 'owner', scope: 'installation' } as const
const shared = { limit: 'admin', tag: 'single sign-on' } as const
const params = Type.Object({ id: ProviderId })
const also = { ...rejections, 404: 'The provider does not exist' } as const

/** The OpenID providers that members can sign in with. */
export const ssoProviderRoutes = {
  ssoProvidersList: route({
    ...shared,
    method: 'GET',
    path: '/sso-providers',
    access: forOwners,
    summary: 'List the single sign-on providers',
    description: 'Returns the providers in the order in which they were added, without client secrets.',
    ok: 200,
    result: Type.Object({ providers: Type.Array(SsoProvider) }, { title: 'SsoProviders' }),
    also: rejections,
  }),
  ssoProviderCreate: route({
    ...shared,
    method: 'POST',
    path: '/sso-providers',
    access: { ...forOwners, fresh: true },
    summary: 'Add a single sign-on provider',
    description: 'Does not connect to the provider yet, so test the connection afterward.',
    body: Strict({ id: ProviderId, name, clientId, clientSecret, discoveryUrl, ...optional }),
    ok: 200,
    result: SsoProvider,
    also: { ...rejections, 400: invalid, 409: 'There is a provider with that ID, or there are 20 providers' },
  }),
  ssoProviderChange: route({
    ...shared,
    method: 'PATCH',
    path: '/sso-providers/{id}',
    access: { ...forOwners, fresh: true },
    summary: 'Change a single sign-on provider',
    description:
      "Changes only the fields that you send. To remove `roleClaim`, send an empty string. The issuer (`discoveryUrl`) can't change: delete the provider, and add it again.",
    params,
    body: Strict({
      name: Type.Optional(name),
      clientId: Type.Optional(clientId),
      clientSecret: Type.Optional(clientSecret),
      discoveryUrl: Type.Optional(discoveryUrl),
      ...optional,
    }),
    ok: 200,
    result: SsoProvider,
    also: { ...also, 400: invalid, 409: '`discoveryUrl` names another issuer' },
  }),
  ssoProviderDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/sso-providers/{id}',
    access: { ...forOwners, fresh: true },
    summary: 'Delete a single sign-on provider',
    description:
      'Sessions that started there end immediately, on every node, and its accounts are no longer linked to members. Members keep their roles.',
    params,
    ok: 204,
    also,
  }),
  ssoProviderTest: route({
    ...shared,
    method: 'POST',
    path: '/sso-providers/{id}/test',
    access: forOwners,
    summary: 'Test the connection to a provider',
    description:
      "Reads the provider's configuration and keys. Does not check the client secret, which is used only when a member signs in.",
    params,
    ok: 200,
    result: Type.Object(
      {
        outcome: choice(ssoTestOutcomes, { description: 'Whether the configuration can be used', examples: ['good'] }),
        issuer: Type.Optional(
          Type.String({ description: 'Only for `good`: the issuer', examples: ['https://example.okta.com'] }),
        ),
        reason: Type.Optional(
          Type.String({
            description: 'Only for `failed`: what is wrong',
            examples: ['https://example.okta.com/.well-known/openid-configuration returned 404'],
          }),
        ),
      },
      { title: 'SsoTest' },
    ),
    also,
  }),
} as const
