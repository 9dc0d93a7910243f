import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noClaims } from '@thumbturn/service-harness/sso.ts'
import {
  describeAccount,
  findEnforcer,
  type LinkingContext,
  matchAccount,
} from '../../../../src/core/model/sso/linking.ts'
import type { OpenIdUser } from '../../../../src/core/model/sso/openid-user.ts'
import type { SsoProvider } from '../../../../src/core/model/sso/provider.ts'

const newProvider = (id: string, settings: Partial<SsoProvider> = {}): SsoProvider => ({
  id,
  name: id,
  clientId: 'thumbturn',
  clientSecret: '',
  discoveryUrl: `https://${id}.example`,
  enforcedDomains: [],
  trustsEmails: false,
  ownsDirectory: false,
  scopes: [],
  claims: {},
  roleClaim: undefined,
  roleMappings: [],
  createdAt: 0,
  updatedAt: 0,
  ...settings,
})

type Person = { userName: string; emails?: string[]; externalId?: string }

const toUser = ({ userName, emails = [], externalId }: Person): LinkingContext['users'][number] => ({
  userId: userName,
  userName,
  active: true,
  externalId,
  profile: { emails: emails.map((value) => ({ value })) },
  createdAt: 0,
  updatedAt: 0,
})

/** `corp` is enforced for corp.example, `hr` has the directory, `partner` neither. */
const corp = newProvider('corp', { enforcedDomains: ['corp.example'] })
const hr = newProvider('hr', { ownsDirectory: true })
const partner = newProvider('partner')
const trusting = newProvider('partner', { trustsEmails: true })

const people: Person[] = [
  { userName: 'boss@corp.example' },
  { userName: 'Lin.UPN@else.example', emails: ['Lin@corp.example', 'lin@else.example'], externalId: 'oid-lin' },
  { userName: 'kim' },
  { userName: 'ken@corp.example', emails: ['shared@else.example'] },
  { userName: 'eve@else.example', emails: ['shared@else.example', 'boss@corp.example'] },
]

type Case = { provider?: SsoProvider; user: Partial<OpenIdUser>; linked?: string[]; providers?: SsoProvider[] }

function match({ provider = hr, user, linked = [], providers = [corp, hr, partner] }: Case) {
  const known = providers.map((one) => (one.id === provider.id ? provider : one))
  const account = describeAccount(provider, { ...noClaims, ...user }, known)
  const identities = linked.map((userId) => ({
    providerId: 'any',
    subject: userId,
    userId,
    createdAt: 0,
    emailVerified: true,
    groupsOmitted: false,
  }))
  const found = matchAccount(account, { providers: known, users: people.map(toUser), identities })
  if (found.kind === 'provisioned') return found.userId
  return found.kind === 'none' ? 'no one' : found.reason
}

const verified = (email: string) => ({ email, emailVerified: true })

describe('an account is linked', () => {
  for (const [what, given, member] of [
    [
      'by the provider that the domain is enforced for',
      { provider: corp, user: verified('boss@corp.example') },
      'boss@corp.example',
    ],
    ['in any case of ASCII letters', { provider: corp, user: verified('BOSS@Corp.Example') }, 'boss@corp.example'],
    [
      'by another address that the directory has',
      { provider: corp, user: verified('lin@corp.example') },
      'Lin.UPN@else.example',
    ],
    [
      'by the provider that the directory belongs to, in a domain that is enforced for none',
      { user: verified('lin@else.example') },
      'Lin.UPN@else.example',
    ],
    [
      'by the username before another member with that address',
      { provider: corp, user: verified('boss@corp.example') },
      'boss@corp.example',
    ],
    [
      'by the external ID of the own directory, without any address',
      { user: { externalId: 'oid-lin' } },
      'Lin.UPN@else.example',
    ],
    [
      'by the external ID before the address',
      { user: { externalId: 'oid-lin', ...verified('eve@else.example') } },
      'Lin.UPN@else.example',
    ],
    [
      'by an address that the provider does not verify, if it is trusted',
      { provider: { ...hr, trustsEmails: true }, user: { email: 'lin@else.example' } },
      'Lin.UPN@else.example',
    ],
  ] as const)
    test(what, () => assert.equal(match(given as Case), member))
})

describe('an account is rejected', () => {
  for (const [what, given, reason] of [
    [
      'if another provider is enforced for the domain',
      { user: verified('boss@corp.example') },
      /corp decides whose boss@corp.example is/,
    ],
    [
      'if a partner asserts an address of an enforced domain, and is trusted',
      { provider: trusting, user: { email: 'boss@corp.example' } },
      /corp decides/,
    ],
    [
      'if the directory belongs to another provider',
      { provider: partner, user: verified('lin@else.example') },
      /hr decides/,
    ],
    [
      'if no provider is the authority',
      { provider: partner, providers: [partner], user: verified('lin@else.example') },
      /would have to state that the directory belongs to partner/,
    ],
    [
      'if the address is not verified',
      { user: { email: 'lin@else.example' } },
      /“Trust email addresses” for hr, which doesn't report lin@else.example as verified/,
    ],
    [
      'if another account is linked',
      { provider: corp, user: verified('boss@corp.example'), linked: ['boss@corp.example'] },
      /another account is linked/,
    ],
    [
      'if another account is linked to the member with the external ID',
      { user: { externalId: 'oid-lin' }, linked: ['Lin.UPN@else.example'] },
      /another account is linked/,
    ],
    ['if several members have the address', { user: verified('shared@else.example') }, /several provisioned members/],
    [
      'if only the username is an address of a member',
      { provider: partner, user: { username: 'Boss@corp.example' } },
      /sends no email address/,
    ],
    [
      'if only the username is that of a member of the own directory',
      { user: { username: 'KIM' } },
      /sends no email address/,
    ],
    [
      'if the username is that of a member, and the address another',
      { user: { username: 'kim', ...verified('x@x.example') } },
      /sends no email address/,
    ],
  ] as const)
    test(what, () => assert.match(match(given as Case), reason))
})

describe('an account is of no provisioned member', () => {
  for (const [what, given] of [
    ['if nothing fits', { user: verified('new@else.example') }],
    [
      'if it has the username of a member, but the directory is not the own one',
      { provider: partner, user: { username: 'kim' } },
    ],
    [
      'if it has an external ID of a directory that is not the own one',
      { provider: partner, user: { externalId: 'oid-lin' } },
    ],
    [
      'if only a character that becomes ASCII makes the address fit',
      { provider: corp, user: verified('\u212Aen@corp.example') },
    ],
    ['if such a character is in the domain', { provider: corp, user: verified('ken@\uFF43orp.example') }],
    ['if the address is of a subdomain', { provider: corp, user: verified('boss@sub.corp.example') }],
    ['if there are spaces around the address', { provider: corp, user: verified(' boss@corp.example') }],
    ['if there are two addresses in one', { provider: corp, user: verified('boss@corp.example,x@x.example') }],
    ['if it has no external ID, like members', { user: { externalId: undefined } }],
  ] as const)
    test(what, () => assert.equal(match(given as Case), 'no one'))
})

test('an address of a domain that is enforced for another provider is never verified', () => {
  const isVerified = (provider: SsoProvider, email: string) =>
    describeAccount(provider, { ...noClaims, ...verified(email) }, [corp, hr, partner]).emailVerified
  assert.deepEqual(
    [isVerified(partner, 'x@corp.example'), isVerified(corp, 'x@corp.example'), isVerified(partner, 'x@else.example')],
    [false, true, true],
  )
})

test('a provider is enforced for its domain in every spelling that a directory can have', () => {
  for (const email of [
    'x@CORP.example',
    'x@corp.example ',
    'x@corp.example.',
    '"x y"@corp.example',
    'x@\uFF43orp.example',
  ])
    assert.equal(findEnforcer([hr, corp], email)?.id, 'corp', email)
  assert.equal(findEnforcer([hr, corp], 'x@sub.corp.example'), undefined)
})
