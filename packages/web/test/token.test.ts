import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readToken, storeToken } from '../src/client/token.ts'
import { createClient, createMemoryTokenStore, getSessionInfo, logout, Thumbturn } from '../src/index.ts'
import { openPage } from './browser.ts'
import { token, userId } from './recorder.ts'

const baseUrl = 'https://demo.example.com'
const exp = 4_102_444_800

test('the cookie is named after the application and expires with the token', () => {
  const page = openPage()
  const jwt = token({ exp })
  storeToken(createClient({ baseUrl }), jwt)
  const expires = 'Fri, 01 Jan 2100 00:00:00 GMT'
  assert.deepEqual(page.cookieWrites, [`thumbturn_demo_token=${jwt}; Expires=${expires}; Path=/; SameSite=Strict`])
})

test('the cookie is secure on https', () => {
  const page = openPage({ protocol: 'https:' })
  storeToken(createClient({ baseUrl }), token())
  assert.match(page.cookieWrites[0]!, /; SameSite=Strict; Secure$/)
})

test('a token without expiry lasts as long as the browser session', () => {
  const page = openPage()
  const client = createClient({ baseUrl })
  storeToken(client, 'not-a-jwt')
  assert.deepEqual(page.cookieWrites, ['thumbturn_demo_token=not-a-jwt; Path=/; SameSite=Strict'])
  assert.equal(readToken(client), 'not-a-jwt')
})

test('applications do not see each other’s tokens', () => {
  openPage()
  storeToken(createClient({ baseUrl, appId: 'demo' }), token())
  assert.equal(readToken(createClient({ baseUrl, appId: 'dem' })), undefined)
  assert.equal(readToken(createClient({ baseUrl, appId: 'o' })), undefined)
})

test('the session is read from the stored token', () => {
  openPage()
  const thumbturn = new Thumbturn({ baseUrl })
  storeToken(thumbturn.client, token({ username: 'zoë', credID: 'p1', scopes: ['passkey:read'], exp }))
  assert.deepEqual(thumbturn.getSessionInfo(), {
    id: userId,
    username: 'zoë',
    rpId: 'localhost',
    passkeyId: 'p1',
    scopes: ['passkey:read'],
    expiresAt: new Date(exp * 1000),
  })
})

test('logout signs the user out', () => {
  const page = openPage()
  const client = createClient({ baseUrl })
  storeToken(client, token())
  logout(client)
  assert.equal(getSessionInfo(client), undefined)
  assert.equal(page.cookieWrites.at(-1), 'thumbturn_demo_token=; Max-Age=0; Path=/; SameSite=Strict')
})

test('an expired token counts as signed out, even if the store still has it', () => {
  const client = createClient({ baseUrl, tokenStore: createMemoryTokenStore() })
  client.tokenStore.set(token({ exp: 1 }))
  assert.equal(readToken(client), undefined)
  assert.equal(getSessionInfo(client), undefined)
})

test('another token store replaces the cookie', () => {
  const page = openPage()
  const client = createClient({ baseUrl, tokenStore: createMemoryTokenStore() })
  storeToken(client, token())
  assert.equal(getSessionInfo(client)?.id, userId)
  logout(client)
  assert.equal(getSessionInfo(client), undefined)
  assert.deepEqual(page.cookieWrites, [])
})

test('a client can be created without a page', () => {
  Object.defineProperty(globalThis, 'document', { value: undefined, configurable: true })
  assert.equal(getSessionInfo(createClient({ baseUrl })), undefined)
})
