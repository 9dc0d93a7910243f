import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import {
  createThumbturn,
  type ExpectedPayload,
  type ExpectedTransaction,
  type ServiceTokenRequest,
  signServiceToken,
  ThumbturnError,
  type VerifyOptions,
  verifyWebhook,
} from '../src/index.ts'
import { catchError } from './service.ts'
import { readClaims } from './tokens.ts'

type Outcome = { claims?: object; code?: string }
type Case<More> = { name: string; at: number; expect: Outcome } & More

/** The file that sdks/vectors/README.md describes. */
type Vectors = {
  application: { appId: string; baseUrl: string; keySetUrl: string; keys: object }
  tokens: Case<{ token: string; options?: VerifyOptions }>[]
  transactions: Case<{ token: string; expected: ExpectedTransaction }>[]
  payloads: Case<{ token: string; expected: ExpectedPayload }>[]
  webhooks: (Omit<Case<{ secrets: string[]; headers: Record<string, string>; body: string }>, 'expect'> & {
    expect: { id: string; positions: number[] } | { code: string }
  })[]
  serviceTokens: Case<Pick<ServiceTokenRequest, 'privateKey'> & { request: Omit<ServiceTokenRequest, 'privateKey'> }>[]
  responses: {
    name: string
    status: number
    headers: Record<string, string>
    body: string
    expect: { code: string; retryAfter?: number }
  }[]
}

const path = new URL('../../../sdks/vectors/vectors.json', import.meta.url)
const { application, tokens, transactions, payloads, webhooks, serviceTokens, responses } = JSON.parse(
  readFileSync(path, 'utf8'),
) as Vectors

/** A client whose service has the keys of the vectors. */
function clientAt(at: number, clockTolerance = 5) {
  const fetch: typeof globalThis.fetch = async (url) => {
    assert.equal(String(url), application.keySetUrl)
    return Response.json(application.keys)
  }
  const { appId, baseUrl } = application
  return createThumbturn({ appId, baseUrl, fetch, clockTolerance, now: () => at * 1000 })
}

async function check(verify: () => Promise<object>, { claims, code }: Outcome) {
  if (claims) return assert.partialDeepStrictEqual(await verify(), claims)
  assert.equal((await catchError(verify())).code, code)
}

for (const { name, at, token, options, expect } of tokens)
  test(`token: ${name}`, () => check(() => clientAt(at).verifyToken(token, options), expect))

for (const { name, at, token, expected, expect } of transactions)
  test(`transaction: ${name}`, () => check(() => clientAt(at).verifyTransaction(token, expected), expect))

for (const { name, at, token, expected, expect } of payloads)
  test(`payload: ${name}`, () => check(() => clientAt(at).verifyPayload(token, expected), expect))

for (const { name, at, secrets: secret, headers, body, expect } of webhooks)
  test(`webhook: ${name}`, async () => {
    mock.timers.enable({ apis: ['Date'], now: at * 1000 })
    try {
      if ('code' in expect) return assert.throws(() => verifyWebhook({ secret, headers, body }), { code: expect.code })
      const { id, events } = verifyWebhook({ secret, headers, body })
      assert.deepEqual({ id, positions: events.map(({ position }) => position) }, expect)
    } finally {
      mock.timers.reset()
    }
  })

for (const { name, at, privateKey, request, expect } of serviceTokens)
  test(`service token: ${name}`, () => {
    const given = { ...request, privateKey, now: at * 1000 }
    return check(async () => readClaims(await signServiceToken(given)), expect)
  })

for (const { name, status, headers, body, expect } of responses)
  test(`response: ${name}`, async () => {
    const { appId, baseUrl } = application
    const fetch = async () => new Response(body, { status, headers })
    const error = await catchError(createThumbturn({ appId, baseUrl, apiKey: 'key', fetch }).users.find('ada'))
    assert.ok(error instanceof ThumbturnError)
    assert.equal(error.code, expect.code)
    if (expect.retryAfter) assert.equal(error.retryAfter, expect.retryAfter)
  })
