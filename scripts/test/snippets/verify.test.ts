import assert from 'node:assert/strict'
import { createHmac, randomUUID, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp, type TestUser } from '@thumbturn/examples/test/test-user.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { languages } from './languages.ts'
import { type Snippet, startSnippet } from './snippet.ts'

// Runs the snippets of examples/verify against a running service: those of the languages in SNIPPETS.

const chosen = process.env.SNIPPETS!.split(',')
const snippets = new Map<string, Snippet>()
let issuer: Issuer
let baseUrl: string
let ada: TestUser

before(async () => {
  issuer = await startIssuer()
  baseUrl = `${issuer.url}/apps/demo`
  ada = await signUp(issuer.url, 'ada@example.com')
})
after(async () => {
  for (const snippet of snippets.values()) await snippet.stop()
  await issuer.stop()
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const soon = () => Math.floor(Date.now() / 1000) + 600
const createClaims = () => ({ iss: baseUrl, aud: 'demo', sub: 'u-1', tokenType: 'jwtAccess', exp: soon() })

/** A token with these claims and header fields, signed with the test's key, or by `signer`. */
function createToken(claims: object, header: object = {}, signer = signEs256): string {
  const body = `${encode({ typ: 'JWT', alg: 'ES256', kid: issuer.key.kid, ...header })}.${encode(claims)}`
  return `${body}.${signer(body)}`
}

const signEs256 = (body: string) =>
  sign('sha256', Buffer.from(body), { key: issuer.key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
const signHs256 = (secret: string | Buffer) => (body: string) =>
  createHmac('sha256', secret).update(body).digest('base64url')

function listInvalidTokens(): Record<string, string> {
  const { publicKey, kid } = issuer.key
  const claims = createClaims()
  const { sub: _sub, exp: _exp, ...withoutBoth } = claims
  const [head, body, signature] = ada.token.split('.') as [string, string, string]
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const secrets = [pem, pem.toString().trimEnd(), publicKey.export({ type: 'spki', format: 'der' })]
  const confused = secrets.map((secret, index) => [
    `HS256 with the public key (${index})`,
    createToken(claims, { alg: 'HS256' }, signHs256(secret)),
  ])
  return {
    ...Object.fromEntries(confused),
    expired: createToken({ ...claims, exp: soon() - 605 }),
    'without expiry': createToken({ ...withoutBoth, sub: 'u-1' }),
    'without user': createToken({ ...withoutBoth, exp: claims.exp }),
    'another audience': createToken({ ...claims, aud: 'other' }),
    'another issuer': createToken({ ...claims, iss: 'https://id.example.net/apps/demo' }),
    'a grant': createToken({ ...claims, tokenType: 'grant' }),
    'without type': createToken({ ...claims, tokenType: undefined }),
    'alg none': createToken(claims, { alg: 'none' }, () => ''),
    'ES256 without signature': createToken(claims, {}, () => ''),
    'another key': createToken(claims, { kid: decode(head).kid }),
    'unknown key': createToken(claims, { kid: randomUUID() }),
    'another user': `${head}.${encode({ ...decode(body), sub: 'u-1' })}.${signature}`,
    'another key ID': `${encode({ ...decode(head), kid })}.${body}.${signature}`,
    'not a token': 'signed-in',
    'three parts that are not JSON': 'a.b.c',
    empty: '',
  }
}

async function createGrant(): Promise<string> {
  const { key } = issuer.service.command('key', 'create', 'demo') as { key: string }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'ada@example.com', grants: ['reg:write'] })
  // The running service reads its applications again within a second.
  await pause(1100)
  const response = await fetch(`${baseUrl}/fido2/v2/mgmt/grant`, { method: 'POST', headers, body })
  assert.equal(response.status, 200)
  return ((await response.json()) as { token: string }).token
}

for (const language of chosen) {
  test(`${language} accepts access tokens of the service, and fetches its keys once`, async () => {
    const before = issuer.countFetches()
    const snippet = await startSnippet(language, baseUrl)
    snippets.set(language, snippet)
    assert.equal(await snippet.verify(ada.token), `accepted ${ada.userId}`)
    assert.equal(await snippet.verify(createToken(createClaims())), 'accepted u-1')
    assert.equal(await snippet.verify(ada.token), `accepted ${ada.userId}`)
    assert.equal(issuer.countFetches() - before, 1)
  })

  test(`${language} rejects everything else and says why`, async () => {
    const invalid = { ...listInvalidTokens(), 'a grant of the service': await createGrant() }
    const results: Record<string, string> = {}
    for (const [name, token] of Object.entries(invalid)) results[name] = await snippets.get(language)!.verify(token)
    const accepted = Object.entries(results).filter(([, result]) => !/^rejected \S/.test(result))
    assert.deepEqual(accepted, [])
    assert.equal(await snippets.get(language)!.verify(ada.token), `accepted ${ada.userId}`)
  })
}

test('a rotated signing key is accepted as soon as the keys can be fetched again', async () => {
  const { kid } = (issuer.service.command('signing-key', 'list', 'demo') as { kid: string }[])[0]!
  issuer.service.command('signing-key', 'rotate', 'demo')
  issuer.service.command('signing-key', 'retire', 'demo', kid)
  await pause(31_000)
  const grace = await signUp(issuer.url, 'grace@example.com')
  assert.notEqual(decode(grace.token.split('.')[0]!).kid, kid)
  for (const [language, { verify }] of snippets)
    assert.equal(await verify(grace.token), `accepted ${grace.userId}`, language)
})

test('unknown keys cause few fetches, and valid tokens are still accepted', async () => {
  for (const [language, { verify }] of snippets) {
    const before = issuer.countFetches()
    for (let attempts = 0; attempts < 20; attempts++)
      assert.match(await verify(createToken(createClaims(), { kid: randomUUID() })), /^rejected /, language)
    const fetches = issuer.countFetches() - before
    assert.ok(fetches <= languages[language]!.fetchesOnUnknownKeys, `${language} fetched the keys ${fetches} times`)
    assert.equal(await verify(createToken(createClaims())), 'accepted u-1', language)
  }
})
