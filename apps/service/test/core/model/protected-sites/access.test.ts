import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRequiredAccess, type RequiredAccess } from '../../../../src/core/model/protected-sites/access.ts'
import type { ProtectedSite } from '../../../../src/core/model/protected-sites/protected-site.ts'

type Rules = ProtectedSite['rules']

const rules: Rules = [
  { path: '/health', access: 'public' },
  { path: '/public/*', methods: ['GET'], access: 'public' },
  { path: '/admin/*', access: 'groups', groups: ['admins'] },
  { path: '/Archive/*', access: 'groups', groups: ['archivists'] },
  { path: '/internal/*', access: 'deny' },
  { path: '/*', access: 'signedIn' },
]

const find = (uri: string, { method = 'GET', given = rules }: { method?: string; given?: Rules } = {}) =>
  findRequiredAccess({ rules: given }, { method, uri })

const user: RequiredAccess = { groups: [] }
const admin: RequiredAccess = { groups: [['admins']] }
const isAdminOnly = (uri: string) =>
  assert.ok(
    ['denied', JSON.stringify(admin)].includes(
      typeof find(uri) === 'string' ? String(find(uri)) : JSON.stringify(find(uri)),
    ),
    `${uri}: ${JSON.stringify(find(uri))}`,
  )

test('the first rule that matches path and method decides', () => {
  assert.equal(find('/health'), 'public')
  assert.equal(find('/health?verbose=1'), 'public')
  assert.deepEqual(find('/health/more'), user)
  assert.equal(find('/public'), 'public')
  assert.equal(find('/public/logo.svg'), 'public')
  assert.deepEqual(find('/publicity'), user)
  assert.deepEqual(find('/public/logo.svg', { method: 'POST' }), user)
  assert.equal(find('/public/logo.svg', { method: 'HEAD' }), 'public')
  assert.deepEqual(find('/admin'), admin)
  assert.deepEqual(find('/admin/'), admin)
  assert.equal(find('/internal/metrics'), 'denied')
  assert.deepEqual(find('/'), user)
})

test('a request that matches no rule is denied', () => {
  assert.equal(find('/', { given: [] }), 'denied')
  assert.equal(find('/other', { given: [{ path: '/docs/*', access: 'public' }] }), 'denied')
  assert.equal(find('/docs', { method: 'POST', given: [{ path: '/*', methods: ['GET'], access: 'public' }] }), 'denied')
})

const disguises = [
  '/public/../admin/users',
  '/public/%2e%2e/admin/users',
  '/public/%2E%2E/admin/users',
  '/public/.%2e/admin/users',
  '/public/..%2fadmin/users',
  '/public%2f..%2fadmin/users',
  '/public/%252e%252e/admin/users',
  '/public/%252e%252e%252fadmin/users',
  '/public/..;/admin/users',
  '/public/..;x=1/admin/users',
  '/public/..%3b/admin/users',
  '/public;/../admin/users',
  '/public//../admin/users',
  '/public/x/..//..//admin/users',
  '/public/./../admin/users',
  '//admin/users',
  '/%2fadmin/users',
  '/./admin/users',
  '/x/../admin/users',
  '/admin;jsessionid=1/users',
  '/%61dmin/users',
  '/%2561dmin/users',
  '/ADMIN/users',
  '/Admin;x/users',
  '/public/..%5cadmin/users',
  String.raw`/public/..\admin\users`,
  '/public/%00/../admin/users',
  '/public/%0a../admin/users',
  '/public/%c0%ae%c0%ae/admin/users',
  '/public/%u002e%u002e/admin/users',
  '/public/%25252e%25252e/admin/users',
  '/public/%zz/../admin/users',
  '/public/../admin/users?next=/public/',
  '/public/#/../admin/users',
  '/admin%3f/../public',
  // A server that keeps escaped slashes takes x%2fy for one segment.
  '/public/x%2fy/%2e%2e/%2e%2e/admin/users',
  // Tomcat drops path parameters before it decodes.
  '/public;%2fx/%2e%2e/admin/users',
  'https://wiki.example.com/public/../admin/users',
]
for (const uri of disguises) test(`${uri} is never taken for a public page`, () => isAdminOnly(uri))

test('an address that no two programs agree about is denied', () => {
  for (const uri of [
    '',
    'admin',
    '*',
    '/a\\b',
    '/a%00',
    '/a%7f',
    '/a%',
    '/a%2',
    '/a%ff',
    '/é',
    '/a b',
    `/${'a'.repeat(9_000)}`,
  ])
    assert.equal(find(uri, { given: [{ path: '/*', access: 'public' }] }), 'denied', uri)
})

test('what follows a host in the path must be allowed, too, as programs that parse an address drop the host', () => {
  const given: Rules = [
    { path: '/admin/*', access: 'groups', groups: ['admins'] },
    { path: '/*', access: 'public' },
  ]
  for (const uri of [
    '//host/admin',
    '///host/admin/users?a',
    '/%2fhost/admin',
    '//a@b:1/./x/../admin',
    '//host;a/admin',
  ])
    assert.deepEqual(find(uri, { given }), admin, uri)
  assert.equal(find('//host', { given }), 'public')
})

test('unusual addresses are allowed where every reading of them is', () => {
  const uris = [
    '/a%20b',
    '/100%25',
    '/100%25%20done',
    '/%C3%A9t%C3%A9',
    '/api/projects/group%2Fname',
    '/a;v=1/b',
    '//x',
    '/a/../b',
    '/a+b',
  ]
  for (const uri of uris) assert.deepEqual(find(uri), user, uri)
  assert.equal(find('/public/a%20b;v=1'), 'public')
})

test('a rule in capital letters counts for servers that ignore case, too', () => {
  assert.deepEqual(find('/Archive/1'), { groups: [['archivists']] })
  assert.deepEqual(find('/archive/1'), { groups: [['archivists']] })
  assert.equal(find('/Public/x') === 'public', false)
})

test('letters beyond ASCII match in whichever Unicode form they arrive', () => {
  const given: Rules = [
    { path: '/été/*', access: 'deny' },
    { path: '/*', access: 'public' },
  ]
  assert.equal(find('/%C3%A9t%C3%A9/x', { given }), 'denied')
  assert.equal(find('/e%CC%81te%CC%81/x', { given }), 'denied')
})
