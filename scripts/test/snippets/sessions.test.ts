import assert from 'node:assert/strict'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { signUp, type TestUser } from '@thumbturn/examples/test/test-user.ts'
import { createSessions } from '@thumbturn/node/session'
import { type Issuer, startIssuer } from './issuer.ts'
import { sessionLanguages } from './languages.ts'
import { startSession } from './snippet.ts'

// Runs the sessions of examples/session, in one cookie with @thumbturn/node: those of the languages in SNIPPETS.

const chosen = process.env.SNIPPETS!.split(',').filter((language) => language in sessionLanguages)
const secrets = ['the newer secret of the tests is long', 'the older secret of the tests is long']
const place = 'demo session'
const username = 'ada@example.com'
type Result = { user?: string | null; cookies: string[]; isCrossOrigin?: boolean; error?: string }
type Call = { call: string; [field: string]: unknown }
type Instance = { ask(call: Call): Promise<Result>; stop(): Promise<void> }

const instances = new Map<string, Instance>()
let issuer: Issuer
let ada: TestUser
let apiKey: string
let baseUrl: string

before(async () => {
  issuer = await startIssuer()
  baseUrl = `${issuer.url}/apps/demo`
  ada = await signUp(issuer.url, username)
  const scopes = ['--scope', 'user:read', '--scope', 'user:write']
  apiKey = (issuer.service.command('key', 'create', 'demo', ...scopes) as { key: string }).key
  for (const language of chosen) instances.set(language, await start(language))
  instances.set('node', await startNode())
})
after(async () => {
  for (const instance of instances.values()) await instance.stop()
  await issuer.stop()
})

async function start(language: string, url = baseUrl): Promise<Instance> {
  const settings = {
    THUMBTURN_URL: url,
    THUMBTURN_API_KEY: apiKey,
    SESSION_SECRET: secrets.join(','),
    SESSION_SECURE: 'false',
  }
  const { ask, stop } = await startSession(language, settings)
  return { ask: async (call) => JSON.parse(await ask(JSON.stringify(call))), stop }
}

/** @thumbturn/node, with the same calls. */
async function startNode(): Promise<Instance> {
  const sessions = createSessions({ baseUrl, apiKey, secret: secrets })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') return sessions.signIn(request, response)
    if (request.method === 'DELETE') return sessions.signOut(request, response)
    response.end(JSON.stringify((await sessions.get(request, response))?.username ?? null))
  }).listen(0, 'localhost')
  const methods: Record<string, string> = { start: 'POST', end: 'DELETE' }
  const ask = async ({ call, cookie = '' }: Call): Promise<Result> => {
    const headers = { cookie: String(cookie), authorization: `Bearer ${ada.token}` }
    const url = `http://localhost:${(server.address() as AddressInfo).port}`
    const response = await fetch(url, { method: methods[call] ?? 'GET', headers })
    const text = await response.text()
    const cookies = response.headers.getSetCookie().filter((set) => !set.startsWith('thumbturn_'))
    return { user: call === 'read' ? JSON.parse(text) : null, cookies }
  }
  return { ask, stop: async () => void server.close() }
}

/** The name and value of a Set-Cookie header. */
const toPair = (cookie: string) => cookie.split(';')[0]!
const readClaims = () => JSON.parse(Buffer.from(ada.token.split('.')[1]!, 'base64url').toString())

/** A cookie with that content, sealed as the documentation says. */
function seal(content: object, secret = secrets[0]!): string {
  const salt = randomBytes(16)
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'thumbturn session v1', 44))
  const cipher = createCipheriv('aes-256-gcm', key.subarray(0, 32), key.subarray(32)).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  return `session=${Buffer.concat([Buffer.of(1), salt, sealed, cipher.getAuthTag()]).toString('base64url')}`
}

const now = () => Math.floor(Date.now() / 1000)
const createContent = () => ({ id: 's-1', sub: ada.userId, username, iat: now(), renewed: now() })

async function signOutEverywhere(): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const url = `${issuer.service.url}/apps/demo/fido2/v2/mgmt/users/${ada.userId}/sign-out`
  assert.equal((await fetch(url, { method: 'POST', headers })).status, 204)
}

test('a session that one language starts counts in all, and ends in all', async () => {
  for (const [language, { ask }] of instances) {
    const started = await ask({ call: 'start', claims: readClaims() })
    const cookie = toPair(started.cookies.at(-1)!)
    assert.match(started.cookies.at(-1)!, /^session=[\w-]{100,}; Path=\/; Max-Age=86\d+; HttpOnly; SameSite=Lax$/)
    for (const [reader, { ask: read }] of instances)
      assert.deepEqual((await read({ call: 'read', cookie })).user, username, `${language} → ${reader}`)
    const [removed, ended] = (await ask({ call: 'end', cookie })).cookies
    assert.match(removed!, /^session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
    const late = `${cookie}; ${toPair(ended!)}`
    for (const [reader, { ask: read }] of instances)
      assert.equal((await read({ call: 'read', cookie: late })).user, null, `${language} → ${reader}`)
  }
})

test('a session is renewed after an hour, and ends without use, and after a week', async () => {
  for (const [language, { ask }] of instances) {
    const read = (change: object) => ask({ call: 'read', cookie: seal({ ...createContent(), ...change }) })
    const renewed = await read({ iat: now() - 86_400, renewed: now() - 4_000 })
    assert.deepEqual([renewed.user, renewed.cookies.length], [username, 1], language)
    assert.equal((await ask({ call: 'read', cookie: toPair(renewed.cookies[0]!) })).user, username)
    const ended = [
      { iat: now() - 90_000, renewed: now() - 86_500 },
      { iat: now() - 7 * 86_400 - 1, renewed: now() - 60 },
      { iat: now() + 1_000 },
    ]
    for (const change of ended) assert.equal((await read(change)).user, null, `${language} ${JSON.stringify(change)}`)
  }
})

test('a token that confirms a transaction starts no session, because other parties get to see it', async () => {
  for (const language of chosen) {
    const claims = { ...readClaims(), txHash: 'the hash of a transaction' }
    const { error = '' } = await instances.get(language)!.ask({ call: 'start', claims })
    assert.match(error, /PermissionError|confirms a transaction/, language)
  }
})

test('a changed or foreign cookie is no session, and one of the older secret is', async () => {
  const valid = seal(createContent())
  const cookies = {
    'the older secret': [seal(createContent(), secrets[1]!), true],
    'another secret': [seal(createContent(), 'the secret of an attacker, which is long'), false],
    cut: [valid.slice(0, -3), false],
    quoted: [valid.replace('=', '="').concat('"'), true],
    'among others': [`a; =b; ;c==d; ${valid}; xsession=1`, true],
    'twice the same': [`${valid}; ${valid}`, true],
    'two sessions': [`${valid}; ${seal({ ...createContent(), id: 's-2' })}`, false],
    'not base64': ['session=%%%', false],
    empty: ['session=', false],
    none: ['', false],
  } as const
  for (const [language, { ask }] of instances)
    for (const [what, [cookie, isValid]] of Object.entries(cookies))
      assert.equal((await ask({ call: 'read', cookie })).user === username, isValid, `${language}: ${what}`)
})

test('requests of other origins are rejected as browsers mark them', async () => {
  const host = 'app.example.com'
  const requests = [
    ['POST', { 'sec-fetch-site': 'same-origin' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site' }, true],
    ['POST', { 'sec-fetch-site': 'same-site' }, true],
    ['POST', { origin: `https://${host}` }, false],
    ['POST', { origin: 'https://example.net' }, true],
    ['POST', { origin: 'null' }, true],
    ['POST', {}, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ] as const
  for (const language of chosen)
    for (const [method, headers, isCrossOrigin] of requests) {
      const result = await instances
        .get(language)!
        .ask({ call: 'isCrossOrigin', method, headers: { host, ...headers } })
      assert.equal(result.isCrossOrigin, isCrossOrigin, `${language} ${JSON.stringify(headers)}`)
    }
})

test('a sign-out everywhere ends sessions that were not checked within the last minute, and starts none', async () => {
  const claims = readClaims()
  await signOutEverywhere()
  for (const language of chosen) {
    assert.ok((await instances.get(language)!.ask({ call: 'start', claims })).error, language)
    const instance = await start(language)
    const read = await instance.ask({ call: 'read', cookie: seal(createContent()) })
    assert.deepEqual([read.user, read.cookies.length], [null, 2], language)
    await instance.stop()
  }
})

test('a response of another server signs no user out', async () => {
  let body = ''
  const other = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/apps/demo`
  for (const language of chosen) {
    const instance = await start(language, url)
    for (body of ['<h1>Hello</h1>', '{}']) {
      const cookie = seal({ ...createContent(), renewed: now() - 3_000 })
      const { user, cookies } = await instance.ask({ call: 'read', cookie })
      assert.deepEqual([user, cookies], [username, []], `${language}: ${body}`)
    }
    await instance.stop()
  }
  other.close()
})

test('while the service is down, a session counts for an hour after its last check, and is not renewed', async () => {
  for (const language of chosen) {
    const instance = await start(language, 'http://127.0.0.1:1/apps/demo')
    const read = (renewed: number) => instance.ask({ call: 'read', cookie: seal({ ...createContent(), renewed }) })
    assert.deepEqual(await read(now() - 3_000).then(({ user, cookies }) => [user, cookies]), [username, []], language)
    assert.ok((await read(now() - 4_000)).error, language)
    await instance.stop()
  }
})
