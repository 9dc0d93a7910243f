import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, Thumbturn } from '../src/index.ts'

for (const [baseUrl, appId] of [
  ['https://myapp.api.example.com', 'myapp'],
  ['http://myapp.localhost:3000', 'myapp'],
  ['http://localhost:3000/apps/demo', 'demo'],
  ['http://localhost:3000/apps/demo/', 'demo'],
  ['http://127.0.0.1:3000/apps/demo', 'demo'],
  ['https://login.example.com/apps/shop', 'shop'],
] as const) {
  test(`${baseUrl} names the application ${appId}`, () => {
    assert.equal(createClient({ baseUrl }).appId, appId)
  })
}

for (const baseUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost/a.b']) {
  test(`${baseUrl} names no application`, () => {
    assert.throws(() => new Thumbturn({ baseUrl }), { name: 'TypeError', message: /^No application id in baseUrl/ })
  })
}

for (const baseUrl of ['', '/api', 'localhost:3000', 'ftp://myapp.example.com']) {
  test(`"${baseUrl}" is rejected as a base URL`, () => {
    assert.throws(() => new Thumbturn({ baseUrl }), { name: 'TypeError', message: /^baseUrl must be an absolute/ })
  })
}

test('an explicit application ID takes precedence over the base URL', () => {
  assert.equal(createClient({ baseUrl: 'https://myapp.example.com', appId: 'other' }).appId, 'other')
})

test('trailing slashes of the base URL are ignored', () => {
  assert.equal(createClient({ baseUrl: 'https://myapp.example.com//' }).baseUrl, 'https://myapp.example.com')
})
