import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import './english.ts'
import type { SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { findAudience } from '../src/sites/access.ts'
import { type Draft, findDurationProblem, isComplete, isValid, toPatch } from '../src/sites/draft.ts'
import { findHostProblem, proposeName, readHost } from '../src/sites/host.ts'
import { fillProxySettings, isPlace } from '../src/sites/proxy-settings.ts'
import { addRule, coversEverything, findOverridingRule, findRuleProblems, moveRule } from '../src/sites/rules.ts'

const everything: SiteRule = { path: '/*', access: 'signedIn' }
const assets: SiteRule = { path: '/assets/*', methods: ['GET'], access: 'public' }
const admin: SiteRule = { path: '/admin/*', access: 'groups', groups: ['admins'] }

const draft: Draft = {
  name: 'Wiki',
  host: 'wiki.example.com',
  rules: [assets, admin, everything],
  allowedGroups: [],
  identityClaims: [],
  sessionSeconds: 604_800,
  sessionIdleSeconds: 86_400,
}

for (const [text, host] of [
  ['wiki.example.com', 'wiki.example.com'],
  [' https://Wiki.example.com/ ', 'wiki.example.com'],
  ['wiki.example.com:443', 'wiki.example.com'],
  ['localhost:3000', 'localhost:3000'],
] as const)
  test(`${text} is the host ${host}`, () => {
    assert.equal(findHostProblem(text), undefined)
    assert.equal(readHost(text), host)
  })

for (const [text, problem] of [
  ['', undefined],
  ['wiki example', 'Enter a host such as wiki.example.com'],
  ['ada@wiki.example.com', 'Enter a host such as wiki.example.com'],
  ['[::1]', 'Enter a host such as wiki.example.com'],
  ['wiki.example.com/start', 'Enter the host without a path. Rules can treat paths differently'],
] as const)
  test(`${text || 'nothing'} can't be a host`, () => {
    assert.equal(findHostProblem(text), problem)
    assert.equal(isComplete({ ...draft, host: text }), false)
  })

test('a host proposes a name', () => {
  assert.deepEqual(['wiki.example.com', 'localhost:3000', 'wiki example', ''].map(proposeName), [
    'Wiki',
    'Localhost:3000',
    '',
    '',
  ])
})

for (const [rule, problems] of [
  [{ path: 'admin', access: 'deny' }, { path: 'Start with /, as in /admin/*' }],
  [{ path: '/a*', access: 'deny' }, { path: 'Use * only at the end, as in /admin/*' }],
  [{ path: '/a?b', access: 'deny' }, { path: 'Use no spaces, no backslash, and none of % ? # ;' }],
  [{ path: '/a/../b', access: 'deny' }, { path: 'Use no empty parts, and neither . nor ..' }],
  [{ path: '/a//b', access: 'deny' }, { path: 'Use no empty parts, and neither . nor ..' }],
  [{ path: '/.thumbturn/x', access: 'deny' }, { path: 'Paths below /.thumbturn/ belong to the sign-in' }],
  [{ path: '/docs/', access: 'groups', groups: [] }, { groups: 'Choose at least one group' }],
  [{ path: '/', methods: ['G3T'], access: 'public' }, { methods: 'G3T is not a method' }],
] as const)
  test(`the rule ${JSON.stringify(rule)} can't be saved`, () => {
    assert.deepEqual(findRuleProblems(rule as unknown as SiteRule), problems)
    assert.equal(isComplete({ ...draft, rules: [rule as unknown as SiteRule] }), false)
  })

test('rules are saved without what they do not use', () => {
  const rules: SiteRule[] = [{ path: ' /a ', methods: [], access: 'deny', groups: ['admins'] }]
  assert.deepEqual(toPatch({ name: ' Wiki ', host: 'https://wiki.example.com', rules }), {
    name: 'Wiki',
    host: 'wiki.example.com',
    rules: [{ path: '/a', access: 'deny' }],
  })
})

test('a rule has no effect after one for the same paths and methods', () => {
  const upload: SiteRule = { path: '/assets/a', methods: ['PUT'], access: 'deny' }
  const read: SiteRule = { path: '/assets', methods: ['GET'], access: 'deny' }
  assert.equal(findOverridingRule([assets, upload], 1), undefined)
  assert.equal(findOverridingRule([assets, read], 1), 0)
  assert.equal(findOverridingRule([assets, { path: '/assets/*', access: 'deny' }], 1), undefined)
  assert.equal(findOverridingRule([assets, { path: '/assetsx', methods: ['GET'], access: 'deny' }], 1), undefined)
  assert.equal(findOverridingRule([admin, everything, assets], 2), 1)
})

test('a new rule comes before the one for everything, and rules can be moved', () => {
  const fresh: SiteRule = { path: '/', access: 'signedIn' }
  assert.deepEqual(addRule([assets, everything]), { rules: [assets, fresh, everything], at: 1 })
  assert.deepEqual(addRule([assets]), { rules: [assets, fresh], at: 1 })
  assert.deepEqual(moveRule([assets, admin, everything], 2, 0), [everything, assets, admin])
  assert.deepEqual([[everything], [assets], []].map(coversEverything), [true, false, false])
})

for (const [rules, allowedGroups, audience] of [
  [[], [], { kind: 'noOne' }],
  [[{ path: '/*', access: 'deny' }], ['staff'], { kind: 'noOne' }],
  [[{ path: '/*', access: 'public' }], ['staff'], { kind: 'everyone' }],
  [[assets, everything], ['staff'], { kind: 'users', groups: ['staff'], hasPublic: true }],
  [[admin], [], { kind: 'users', groups: ['admins'], hasPublic: false }],
  [[admin, everything], [], { kind: 'users', groups: [], hasPublic: false }],
] as const)
  test(`with ${rules.length} rules and the groups [${allowedGroups}], the audience is ${JSON.stringify(audience)}`, () => {
    assert.deepEqual(
      findAudience({ rules: rules as unknown as SiteRule[], allowedGroups: [...allowedGroups] }),
      audience,
    )
  })

test('a session without page views is not longer than a whole one', () => {
  assert.ok(isValid(draft))
  const idle = { ...draft, sessionIdleSeconds: 700_000 }
  assert.equal(findDurationProblem(idle, 'sessionIdleSeconds'), 'Must not be longer than the whole session')
  assert.equal(findDurationProblem({ ...draft, sessionSeconds: 5 }, 'sessionSeconds'), 'Must be at least 1 minute')
  assert.equal(isValid(idle), false)
})

const readExample = (file: string) =>
  readFileSync(new URL(`../../../deploy/forward-auth/${file}`, import.meta.url), 'utf8')

const places = { host: 'chat.example.com:8443', applicationId: 'bank', program: 'chat:80', service: '10.0.0.2:4300' }

for (const file of ['nginx.conf', 'Caddyfile'])
  test(`${file} has the places of a site, and none of the example`, () => {
    const text = fillProxySettings(readExample(file), places)
    assert.doesNotMatch(text, /wiki|127\.0\.0\.1|shop|^# .* in front/)
    assert.match(text, /10\.0\.0\.2:4300/)
    assert.match(text, /chat\.example\.com:8443/)
    assert.match(text, /\/apps\/bank\/forward/)
  })

test('a program where the example has Thumbturn is not taken for it', () => {
  const text = fillProxySettings(readExample('Caddyfile'), { ...places, program: '127.0.0.1:4300' })
  assert.match(text, /^\t{2}reverse_proxy 127\.0\.0\.1:4300$/m)
})

test('nginx listens at the port of a site, and names nothing as it does for another', () => {
  const text = fillProxySettings(readExample('nginx.conf'), places)
  assert.match(
    text,
    /^ {4}listen 8443 ssl http2;\n {4}listen \[::\]:8443 ssl http2;\n {4}server_name chat\.example\.com;$/m,
  )
  assert.match(text, /^upstream chat_example_com_8443_thumbturn \{$/m)
  assert.match(text, /auth_request_set \$chat_example_com_8443_user /)
})

test('an address in settings has no character that means something there', () => {
  assert.deepEqual(['127.0.0.1:8080', '[::1]:8080', 'wiki', 'http://wiki', 'a;b', ''].map(isPlace), [
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
