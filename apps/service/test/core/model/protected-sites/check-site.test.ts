import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSiteProblems } from '../../../../src/core/model/protected-sites/check-site.ts'
import { findSiteOrigin, siteDefaults } from '../../../../src/core/model/protected-sites/protected-site.ts'

const site = { ...siteDefaults, name: 'Wiki', host: 'wiki.example.com' }

const listProblems = (changes: object) => listSiteProblems({ ...site, ...changes })

test('a site with a name and a host has no problems', () => {
  for (const host of ['wiki.example.com', 'wiki.example.com:8443', 'localhost:3000', '127.0.0.1:3000', 'a.localhost'])
    assert.deepEqual(listProblems({ host }), [], host)
})

test('a host must be as browsers write it', () => {
  const hosts = [
    'wiki.example.com:443',
    'localhost:80',
    'Wiki.example.com',
    'wiki.example.com/',
    'a@b',
    '127.1',
    '',
    'wiki_',
    '1.2.3',
  ]
  for (const host of hosts) assert.match(listProblems({ host }).join(), host === 'wiki_' ? /^$/ : /^host must be/, host)
})

test('a rule must be one that can match, and that means one thing', () => {
  const paths = [
    'admin',
    '',
    '//',
    '/a//b',
    '/a/../b',
    '/./a',
    '/a*',
    '/*/b',
    '/a%20',
    '/a?b',
    '/a;b',
    '/a b',
    String.raw`/a\b`,
    '/e\u0301',
  ]
  for (const path of paths) assert.match(listProblems({ rules: [{ path, access: 'public' }] }).join(), /rule 1/, path)
  for (const path of ['/', '/*', '/a', '/a/', '/a/*', '/é', '/.well-known/*', '/a.b/*'])
    assert.deepEqual(listProblems({ rules: [{ path, access: 'public' }] }), [], path)
  assert.match(listProblems({ rules: [{ path: '/.thumbturn/*', access: 'deny' }] }).join(), /belong to the sign-in/)
})

test('groups belong to the access groups, which needs some', () => {
  assert.match(listProblems({ rules: [{ path: '/*', access: 'groups' }] }).join(), /at least one group/)
  assert.match(
    listProblems({ rules: [{ path: '/*', access: 'public', groups: ['a'] }] }).join(),
    /only the access groups/,
  )
})

test('only hosts of this machine can do without TLS', () => {
  assert.equal(findSiteOrigin({ host: 'wiki.example.com' }), 'https://wiki.example.com')
  assert.equal(findSiteOrigin({ host: 'wiki.localhost:3000' }), 'http://wiki.localhost:3000')
  assert.equal(findSiteOrigin({ host: 'localhost.example.com' }), 'https://localhost.example.com')
  assert.equal(findSiteOrigin({ host: '127.0.0.1.example.com' }), 'https://127.0.0.1.example.com')
})
