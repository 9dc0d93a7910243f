import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ClaimSources,
  type ClaimsRelease,
  listScopesOfClaims,
  releaseClaims,
} from '../../../../src/core/model/authorization/claims.ts'
import type { Contact } from '../../../../src/core/model/contacts/contact.ts'
import type { HeldGroup } from '../../../../src/core/model/groups/group.ts'
import type { Profile } from '../../../../src/core/model/users/profile.ts'

const contact = (changes: Partial<Contact>): Contact => ({
  appId: 'shop',
  userId: 'ada',
  kind: 'email',
  address: 'ada@example.com',
  addressKey: 'ada@example.com',
  verifiedAt: 1_000,
  messagingConsent: true,
  createdAt: 1_000,
  ...changes,
})

const phone = contact({ kind: 'phone', address: '+4930123456', addressKey: '+4930123456' })

const group = (name: string, claims: HeldGroup['claims'] = {}): HeldGroup => ({
  id: name,
  name,
  nameKey: name.toLowerCase(),
  claims,
})

const profile: Profile = {
  appId: 'shop',
  userId: 'ada',
  name: 'Ada Lovelace',
  givenName: 'Ada',
  familyName: 'Lovelace',
  nickname: 'ada',
  picture: 'https://example.com/ada.png',
  website: 'https://ada.example',
  locale: 'en-GB',
  zoneinfo: 'Europe/London',
  claims: { department: 'Engines', badge: 7 },
  version: 1,
  updatedAt: 1_999_999,
}

const sources: ClaimSources = {
  user: { username: 'ada', displayName: 'Ada L.', createdAt: 1_000_000 },
  profile,
  groups: [group('Writers', { department: 'Notes', floor: 2 }), group('admins', { floor: 1, color: 'red' })],
  contacts: [contact({}), phone],
}

const everyScope = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access']

const profileClaims = {
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  nickname: 'ada',
  preferred_username: 'ada',
  picture: 'https://example.com/ada.png',
  website: 'https://ada.example',
  locale: 'en-GB',
  zoneinfo: 'Europe/London',
  updated_at: 1_999,
}
const emailClaims = { email: 'ada@example.com', email_verified: true }
const phoneClaims = { phone_number: '+4930123456', phone_number_verified: true }

type Case = {
  given: string
  from?: Partial<ClaimSources>
  scopes?: readonly string[]
  requested?: ClaimsRelease['requested']
  claims?: Readonly<Record<string, string>>
  allowed?: readonly string[]
  released: object
}

const byScope: Case[] = [
  { given: 'openid alone', scopes: ['openid'], released: {} },
  { given: 'offline_access and a scope of a resource', scopes: ['offline_access', 'files:read'], released: {} },
  { given: 'profile', scopes: ['openid', 'profile'], released: profileClaims },
  { given: 'email', scopes: ['openid', 'email'], released: emailClaims },
  { given: 'phone', scopes: ['openid', 'phone'], released: phoneClaims },
  { given: 'groups, in the order of their names', scopes: ['groups'], released: { groups: ['admins', 'Writers'] } },
  {
    given: 'every scope',
    scopes: everyScope,
    released: { ...profileClaims, ...emailClaims, ...phoneClaims, groups: ['admins', 'Writers'] },
  },
]

const bySources: Case[] = [
  {
    given: 'a user without a profile',
    from: { profile: undefined },
    scopes: ['profile'],
    released: { name: 'Ada L.', preferred_username: 'ada', updated_at: 1_000 },
  },
  {
    given: 'a profile that has custom claims only',
    from: { profile: { appId: 'shop', userId: 'ada', claims: { badge: 7 }, version: 1, updatedAt: 5_000 } },
    scopes: ['profile'],
    released: { name: 'Ada L.', preferred_username: 'ada', updated_at: 5 },
  },
  { given: 'a user without groups', from: { groups: [] }, scopes: ['groups'], released: { groups: [] } },
  {
    given: 'contacts that wait to be verified',
    from: { contacts: [contact({ verifiedAt: undefined }), { ...phone, verifiedAt: undefined }] },
    scopes: everyScope.slice(2, 4),
    released: {},
  },
  {
    given: 'a verified address, and one that waits to replace it',
    from: { contacts: [contact({ address: 'new@example.com', verifiedAt: undefined }), contact({})] },
    scopes: ['email'],
    released: emailClaims,
  },
  {
    given: 'a primary and a secondary address',
    from: { contacts: [contact({ address: 'second@example.com', secondary: true }), contact({})] },
    scopes: ['email'],
    released: emailClaims,
  },
]

const byRequest: Case[] = [
  {
    given: 'claims of scopes that were not granted',
    scopes: ['openid'],
    requested: { given_name: {}, email: {} },
    released: { given_name: 'Ada', email: 'ada@example.com' },
  },
  {
    given: 'claims of scopes that the client cannot ask for',
    scopes: ['openid'],
    allowed: ['openid', 'profile'],
    requested: { nickname: {}, email: {}, phone_number: {}, groups: {} },
    released: { nickname: 'ada' },
  },
  {
    given: 'a value that the claim has, and one that it has not',
    requested: { locale: { values: ['de', 'en-GB'] }, zoneinfo: { values: ['Europe/Berlin'] } },
    released: { locale: 'en-GB' },
  },
  { given: 'a custom claim by its name', requested: { department: {} }, released: {} },
  {
    given: 'claims that do not exist',
    requested: { 'name#ja': {}, sub: {}, constructor: {}, toString: {} },
    released: {},
  },
]

const bySettings: Case[] = [
  { given: 'a custom claim', claims: { team: 'department' }, released: { team: 'Engines' } },
  { given: 'a claim of both groups: the last name counts', claims: { floor: 'floor' }, released: { floor: 2 } },
  { given: 'a claim of one group', claims: { tone: 'color' }, released: { tone: 'red' } },
  {
    given: "a user's own null, which hides the claim of a group",
    from: { profile: { ...profile, claims: { color: null } } },
    claims: { tone: 'color' },
    released: {},
  },
  {
    given: 'profile fields, by the name of the field or of the claim',
    scopes: ['openid', 'profile'],
    claims: { first: 'givenName', last: 'family_name', login: 'username' },
    released: { ...profileClaims, first: 'Ada', last: 'Lovelace', login: 'ada' },
  },
  {
    given: 'standard claims whose scope was not granted',
    scopes: ['openid'],
    claims: { mail: 'email', tel: 'phone_number', first: 'givenName', roles: 'groups' },
    released: {},
  },
  {
    given: 'the groups under another name',
    scopes: ['groups'],
    claims: { roles: 'groups' },
    released: { groups: ['admins', 'Writers'], roles: ['admins', 'Writers'] },
  },
  { given: 'a claim that the user lacks', claims: { team: 'guild' }, released: {} },
  {
    given: 'names of standard claims and of the protocol',
    claims: { email: 'department', email_verified: 'badge', name: 'color', sub: 'department', aud: 'color' },
    released: {},
  },
]

const suites = {
  scopes: byScope,
  users: bySources,
  'the claims parameter': byRequest,
  "the client's settings": bySettings,
}

for (const [name, cases] of Object.entries(suites))
  describe(`the claims that ${name} release`, () => {
    for (const { given, from, scopes = ['openid'], requested, claims = {}, allowed = everyScope, released } of cases)
      test(given, () => {
        const client = { scopes: allowed, claims }
        const release = { client, scopes, ...(requested && { requested }) }
        assert.deepEqual(releaseClaims({ ...sources, ...from }, release), released)
      })
  })

test('requested claims amount to the scopes that release them', () => {
  assert.deepEqual(listScopesOfClaims(['email_verified', 'email', 'locale', 'sub', 'department']), ['email', 'profile'])
})
