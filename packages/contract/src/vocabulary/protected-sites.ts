import { type Static, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { choice } from './choice.ts'

/** The decision of a rule: everyone, every user who may use the site, members of the rule's groups, or no one. */
export const siteAccess = ['public', 'signedIn', 'groups', 'deny'] as const

export type SiteAccess = (typeof siteAccess)[number]

/** The claims that the program behind a site can get, besides the username. */
export const identityClaims = ['name', 'email', 'groups'] as const

export type IdentityClaim = (typeof identityClaims)[number]

/** An application has at most this many protected sites. */
export const mostSites = 100

/** A site has at most this many rules. */
export const mostSiteRules = 64

const strict = { additionalProperties: false } as const

const groupList = (description: string) =>
  Type.Array(
    Type.String({ minLength: 1, maxLength: 64, pattern: patterns.line, description: 'A group', examples: ['admins'] }),
    { maxItems: 100, uniqueItems: true, description, examples: [['admins']] },
  )

const SiteRule = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: 512,
      pattern: patterns.sitePath,
      description:
        'A path, such as `/health`, or a path and everything below it, such as `/admin/*`; `/*` is everything',
      examples: ['/admin/*'],
    }),
    methods: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 32,
          pattern: patterns.httpMethod,
          description: 'A method',
          examples: ['GET'],
        }),
        {
          minItems: 1,
          maxItems: 16,
          uniqueItems: true,
          description: 'The methods that the rule is for; every method if absent. GET includes HEAD',
          examples: [['GET']],
        },
      ),
    ),
    access: choice(siteAccess, {
      description:
        '`public`: everyone, without a sign-in. `signedIn`: every user who can use the site. `groups`: those who are in one of the groups. `deny`: no one',
      examples: ['groups'],
    }),
    groups: Type.Optional(groupList('The groups of `groups`')),
  },
  { ...strict, title: 'SiteRule' },
)

export type SiteRule = Static<typeof SiteRule>

const seconds = ([minimum, maximum]: readonly [number, number], preset: number, description: string) =>
  Type.Integer({ minimum, maximum, description: `${description}; ${preset} by default`, examples: [preset] })

/** The choices about a protected site. */
const choices = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: patterns.line,
    description: 'The name that users see when they sign in',
    examples: ['Wiki'],
  }),
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    pattern: patterns.siteHost,
    description: 'The host in the address of the site, in lowercase, with its port unless that is 443',
    examples: ['wiki.example.com'],
  }),
  rules: Type.Array(SiteRule, {
    maxItems: mostSiteRules,
    description:
      'Who can open which paths. The first rule that matches decides; a request that matches none is denied. By default, one rule lets users who are signed in open everything',
    examples: [
      [
        { path: '/assets/*', methods: ['GET'], access: 'public' },
        { path: '/admin/*', access: 'groups', groups: ['admins'] },
        { path: '/*', access: 'signedIn' },
      ],
    ],
  }),
  allowedGroups: groupList('The groups whose members can use the site; empty: every user of the application'),
  identityClaims: Type.Array(choice(identityClaims, { description: 'A claim' }), {
    uniqueItems: true,
    description:
      'What the program behind the proxy learns about users besides the username. The headers of others are sent empty; all by default',
    examples: [['name', 'email', 'groups']],
  }),
  sessionSeconds: seconds([60, 31_536_000], 604_800, 'Seconds after which users must sign in again'),
  sessionIdleSeconds: seconds(
    [60, 31_536_000],
    86_400,
    'Seconds without a page view after which a user is signed out of the site',
  ),
  disabled: Type.Boolean({
    description: 'Whether the site is switched off: every request is denied',
    examples: [false],
  }),
}

/** The fields of a protected site as the APIs return them. */
export const siteFields = choices

/** The ID of a site, which is generated. */
export const SiteId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: patterns.clientId,
  description: 'The protected site',
  examples: ['q8Zb1nYx0mW3kT5r'],
})

const { name, host, ...others } = choices

const example = {
  name: 'Wiki',
  host: 'wiki.example.com',
  rules: [
    { path: '/assets/*', methods: ['GET'], access: 'public' },
    { path: '/*', access: 'signedIn' },
  ],
}

/** The request that creates a site; everything but name and host has a default. */
export const SiteRequest = Type.Object(
  { name, host, ...Type.Partial(Type.Object(others)).properties },
  { ...strict, examples: [example] },
)

export type SiteRequest = Static<typeof SiteRequest>

/** The request that changes a site; absent fields stay as they are. */
export const SitePatch = Type.Partial(Type.Object(choices), { ...strict, examples: [{ allowedGroups: ['staff'] }] })

export type SitePatch = Static<typeof SitePatch>
