// `node sdks/vectors/generate.ts`: signs the cases and writes vectors.json.
import { createHmac, createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { appId, baseUrl, issuer, now, payloads, type TokenDraft, tokens, transactions } from './cases.ts'
import { responses, serviceTokens, type WebhookCase, webhooks } from './messages.ts'

type Key = JsonWebKey & { kid: string }

const keys = JSON.parse(readFileSync(new URL('keys.json', import.meta.url), 'utf8')) as Key[]
const findKey = (kid: string) => keys.find((key) => key.kid === kid)!

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function signToken({ key = 'first', header = {}, claims, change = (token) => token }: TokenDraft): string {
  const text = `${encode({ alg: 'ES256', typ: 'JWT', kid: key, ...header })}.${encode(claims)}`
  const privateKey = createPrivateKey({ key: findKey(key), format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return change(`${text}.${signature.toString('base64url')}`)
}

const withToken = <Case extends { draft: TokenDraft }>({ draft, ...given }: Case) => ({
  ...given,
  token: signToken(draft),
})

function signWebhook({ signedBy, change, ...given }: WebhookCase) {
  const key = Buffer.from((signedBy ?? given.secrets[0]!).slice('whsec_'.length), 'base64')
  const [id, timestamp] = ['events_7', String(now)]
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${given.body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return { at: now, ...given, headers, ...change?.(headers, given.body) }
}

/** Without what only the service may have. */
const publish = ({ kty, crv, x, y, kid }: Key) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })

const vectors = {
  application: {
    appId,
    baseUrl,
    keySetUrl: `${issuer}/fido2/v2/.well-known/jwks.json`,
    keys: { keys: ['first', 'second'].map((kid) => publish(findKey(kid))) },
  },
  tokens: tokens.map((one) => ({ at: now, ...withToken(one) })),
  transactions: transactions.map((one) => ({ at: now, ...withToken(one) })),
  payloads: payloads.map((one) => ({ at: now, ...withToken(one) })),
  webhooks: webhooks.map(signWebhook),
  serviceTokens: serviceTokens.map((one) => ({ at: now, privateKey: findKey('client'), ...one })),
  responses,
}

writeFileSync(new URL('vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)
