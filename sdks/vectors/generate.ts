// `node sdks/vectors/generate.ts`: signs the cases and writes vectors.json.
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { appId, baseUrl, issuer, now, payloads, type TokenDraft, tokens, transactions } from './cases.ts'
import { responses, serviceTokens, type WebhookCase, webhooks } from './messages.ts'
import { proofs } from './proofs.ts'
import { resourceMetadata, resourceOptions } from './resource-options.ts'
import { type ProofDraft, type ResourceCase, resource, resources } from './resources.ts'
import { computeHash, findKey, readPublicKey, signToken } from './sign.ts'

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

/** A key as the service publishes it. */
function publish(kid: string) {
  const key = findKey(kid)
  return { ...readPublicKey(key), kid, alg: key.kty === 'RSA' ? 'RS256' : 'ES256', use: 'sig' }
}

/** A request with the token and the proof of the case. */
function signRequest({ draft, proof, request, authorize, ...given }: ResourceCase) {
  const token = draft ? signToken({ ...draft, header: { typ: 'at+jwt', ...draft.header } }) : ''
  const { scheme = 'Bearer', ...sent } = request ?? {}
  const authorization = authorize ? authorize(token) : `${scheme} ${token}`
  const dpop =
    proof &&
    [proof]
      .flat()
      .map((one) => signProof(one, token))
      .join(', ')
  return { at: now, ...given, request: { method: 'POST', path: '/notes/mcp', authorization, dpop, ...sent } }
}

function signProof({ key = 'holder', header, claims, change }: ProofDraft, token: string): string {
  const jwk = readPublicKey(findKey(key))
  const own = { jti: 'proof-1', htm: 'POST', htu: resource.resource, iat: now, ath: computeHash(token) }
  const draft = { key, header: { typ: 'dpop+jwt', kid: undefined, jwk, ...header }, claims: { ...own, ...claims } }
  return signToken({ ...draft, ...(change && { change }) })
}

const keySetUrl = `${issuer}/fido2/v2/.well-known/jwks.json`

const vectors = {
  application: { appId, baseUrl, keySetUrl, keys: { keys: ['first', 'second'].map(publish) } },
  tokens: tokens.map((one) => ({ at: now, ...withToken(one) })),
  transactions: transactions.map((one) => ({ at: now, ...withToken(one) })),
  payloads: payloads.map((one) => ({ at: now, ...withToken(one) })),
  webhooks: webhooks.map(signWebhook),
  serviceTokens: serviceTokens.map((one) => ({ at: now, privateKey: findKey('client'), ...one })),
  responses,
  resource: {
    options: resource,
    keySetUrl,
    introspectionUrl: `${issuer}/openid/introspect`,
    keys: { keys: ['first', 'rsa'].map(publish) },
  },
  resources: [...resources, ...proofs].map(signRequest),
  resourceMetadata,
  resourceOptions,
}

writeFileSync(new URL('vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)
