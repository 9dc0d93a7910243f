import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { addClientKey } from '@thumbturn/service/core/use-cases/clients/keys.ts'
import { toPem } from '@thumbturn/service-harness/gen1.ts'
import { completed, confirm, readCompletedFlow, startMfa } from '@thumbturn/service-harness/mfa.ts'
import { origin } from '@thumbturn/service-harness/service.ts'
import {
  newName,
  readBody,
  signUpUser,
  startRegistration,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { addResourceClient, requestAccess } from './resource-situations.ts'
import { allScopes, catchError, startServer, useTestService } from './service.ts'
import { readClaims } from './tokens.ts'
import { signWebhook } from './webhooks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

// The samples call the URL that the pages show; this redirects them to the port of the test.
const running = useTestService(async (service) => {
  const { fetch } = globalThis
  globalThis.fetch = (url, init) => fetch(String(url).replace(`${origin}/`, `${service.url}/`), init)
  process.env.THUMBTURN_API_KEY = await service.key(...allScopes)
})

test('the samples verify a token, by keys and remotely, and check requirements', async () => {
  const service = running()
  const { identifyUser } = await import('@thumbturn/examples/node/sdk/verify-token.ts')
  const { identifyActiveUser } = await import('@thumbturn/examples/node/sdk/verify-token-remotely.ts')
  const { findSignedInUser } = await import('@thumbturn/examples/node/sdk/errors.ts')
  const { requirePasskeyScope, requireRecentSignIn } = await import('@thumbturn/examples/node/sdk/requirements.ts')
  const { done, userId } = await completed(service)
  assert.equal(await identifyUser(done.accessToken), userId)
  assert.equal(await identifyActiveUser(done.accessToken), userId)
  assert.equal(await findSignedInUser(done.accessToken), userId)
  assert.equal(await findSignedInUser(done.idToken), undefined)
  assert.equal((await requirePasskeyScope(done.accessToken)).sub, userId)
  assert.equal((await requireRecentSignIn(done.idToken)).sub, userId)
})

test('the samples for Express, Fastify, and Next.js admit requests with a token', async (t) => {
  const { app: expressApp } = await import('@thumbturn/examples/node/sdk/express.ts')
  const { app: fastifyApp } = await import('@thumbturn/examples/node/sdk/fastify.ts')
  const { GET } = await import('@thumbturn/examples/node/sdk/next-route.ts')
  const { jwtAccess, username } = await signUpUser(running())
  t.after(() => fastifyApp.close())
  const express = await startServer(t, expressApp)
  const fastify = await fastifyApp.listen({ host: 'localhost', port: 0 })
  for (const [authorization, wanted] of [
    [`Bearer ${jwtAccess}`, { status: 200, body: { username } }],
    ['', { status: 401, body: { msg: 'This needs a valid access token: sign in', msgCode: 'token_missing' } }],
  ] as const) {
    const headers = { authorization }
    const responses = [
      await fetch(`${express}/api/me`, { headers }),
      await fetch(`http://localhost:${new URL(fastify).port}/api/me`, { headers }),
      await GET(new Request('http://localhost/api/me', { headers })),
    ]
    for (const response of responses) assert.deepEqual({ status: response.status, body: await response.json() }, wanted)
  }
})

test('the samples for protected resources admit requests with a token for the resource', async (t) => {
  const { app: expressApp } = await import('@thumbturn/examples/node/sdk/resource-express.ts')
  const { app: fastifyApp } = await import('@thumbturn/examples/node/sdk/resource-fastify.ts')
  const { POST } = await import('@thumbturn/examples/node/sdk/resource-next.ts')
  const { server } = await import('@thumbturn/examples/node/sdk/resource-http.ts')
  const resource = 'http://localhost:3000/mcp'
  const client = await addResourceClient(running(), { resources: [resource] })
  const { token, userId, clientId } = await requestAccess(running(), { client, resource })
  t.after(() => Promise.all([fastifyApp.close(), server.close()]))
  const express = await startServer(t, expressApp)
  const fastify = await fastifyApp.listen({ host: 'localhost', port: 0 })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const plain = (server.address() as AddressInfo).port
  for (const [authorization, wanted] of [
    [`Bearer ${token}`, { status: 200, body: { userId, clientId } }],
    ['', { status: 401, body: { error: 'unauthorized', error_description: 'This resource needs an access token' } }],
  ] as const) {
    const options = { method: 'POST', headers: { authorization } }
    const responses = [
      await fetch(`${express}/mcp`, options),
      await fetch(`http://localhost:${new URL(fastify).port}/mcp`, options),
      await fetch(`http://localhost:${plain}/mcp`, options),
      await POST(new Request(resource, options)),
    ]
    for (const response of responses) assert.deepEqual({ status: response.status, body: await response.json() }, wanted)
  }
})

test('the sample of an API admits readers and writers, and responds to others as shown', async (t) => {
  const { app } = await import('@thumbturn/examples/node/sdk/notes.ts')
  const url = `${await startServer(t, app)}/notes`
  const challenge = readFileSync(new URL('../../../examples/shell/api-challenge.http', import.meta.url), 'utf8').trim()
  const resource = 'http://localhost:3000/notes'
  const client = await addResourceClient(running(), { resources: [resource] })
  const { token, userId } = await requestAccess(running(), { client, resource })
  const call = (method: string, authorization: string) => fetch(url, { method, headers: { authorization } })
  assert.equal(`www-authenticate: ${(await call('GET', '')).headers.get('www-authenticate')}`, challenge)
  assert.deepEqual(await (await call('GET', `Bearer ${token}`)).json(), { owner: userId })
  assert.equal((await call('POST', `Bearer ${token}`)).status, 403)
})

test('the sample for a further scope asks the client for it, and only where it is needed', async (t) => {
  const { app } = await import('@thumbturn/examples/node/sdk/resource-scopes.ts')
  const url = `${await startServer(t, app)}/mcp`
  const resource = 'http://localhost:3000/mcp'
  const client = await addResourceClient(running(), { resources: [resource] })
  const [reader, writer] = [
    await requestAccess(running(), { client, resource }),
    await requestAccess(running(), { client, resource, scope: 'notes:read notes:write' }),
  ]
  const call = async ({ token }: { token: string }, name: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ params: { name } }) })
    return [response.status, response.headers.get('www-authenticate')?.match(/scope="(.*?)"/)?.[1]]
  }
  assert.deepEqual(await call(reader, 'list-notes'), [200, undefined])
  assert.deepEqual(await call(reader, 'delete-notes'), [403, 'notes:read notes:write'])
  assert.deepEqual(await call(writer, 'delete-notes'), [200, undefined])
})

test('the sample for sessions knows no user without a cookie', async (t) => {
  process.env.SESSION_SECRET = randomBytes(32).toString('base64')
  const { sessions } = await import('@thumbturn/examples/node/sdk/session-options.ts')
  const url = await startServer(t, (request, response) => {
    void sessions.require(request, response, () => response.end())
  })
  assert.equal((await fetch(url)).status, 401)
})

test('the sample that asks whether tokens were revoked is complete', async () => {
  process.env.INTROSPECTION_SECRET = 'the secret of a client'
  const { notes } = await import('@thumbturn/examples/node/sdk/resource-introspection.ts')
  const request = { method: 'GET', path: '/mcp', authorization: undefined, dpop: undefined }
  assert.equal((await notes.admit(request)).rejection?.status, 401)
})

test('the sample for sessions on a device responds to browsers at its path', async (t) => {
  process.env.SESSION_SECRET = randomBytes(32).toString('base64')
  const { app } = await import('@thumbturn/examples/node/sdk/session-device.ts')
  const response = await fetch(`${await startServer(t, app)}/session/device`, { method: 'POST' })
  assert.deepEqual(await response.json(), { continue: false })
})

test('the sample for webhooks takes signed events only', async (t) => {
  process.env.THUMBTURN_WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`
  const { app } = await import('@thumbturn/examples/node/sdk/webhook.ts')
  const url = `${await startServer(t, app)}/hooks/thumbturn`
  const lines = t.mock.method(console, 'log', () => {})
  const { body, headers } = signWebhook(process.env.THUMBTURN_WEBHOOK_SECRET, [
    { uuid: '1', eventId: 'fido2.passkey.auth.success', userId: 'ada' },
  ])
  const send = async (text: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
  assert.equal((await send(body)).status, 204)
  assert.equal((await send(body.replace('ada', 'eve'))).status, 401)
  assert.deepEqual(
    lines.mock.calls.map(({ arguments: line }) => line),
    [['1', 'fido2.passkey.auth.success', 'ada']],
  )
})

test('the sample for grants lets the page register a passkey, and the backend assertion names the user', async () => {
  const service = running()
  const { grantPasskey } = await import('@thumbturn/examples/node/sdk/passkey-grant.ts')
  const { assertUser } = await import('@thumbturn/examples/node/sdk/backend-assertion.ts')
  const { username } = await signUpUser(service)
  const { action } = await startRegistration(service, username, { token: await grantPasskey(username) })
  assert.equal(action, 'proceed')
  const { tokenType, username: whose } = readClaims(await assertUser(username))
  assert.deepEqual([tokenType, whose], ['externalAuth', username])
})

test('the samples for transactions accept only the confirmed transaction', async () => {
  const service = running()
  const { confirmOrder } = await import('@thumbturn/examples/node/sdk/confirm-order.ts')
  const { confirmPayload } = await import('@thumbturn/examples/node/sdk/confirm-payload.ts')
  const { username, device, userId } = await signUpUser(service)
  const payload = 'Order 77: 25.00 € to Grace'
  const started = await startTransaction(service, username, { txPayload: payload, nonce: '77' })
  const { token } = readBody<{ token: string }>(await service.post('/tx/complete', transactionAnswer(device, started)))
  await confirmOrder(token, { id: '77', userId, payload })
  const other = await catchError(confirmOrder(token, { id: '78', userId, payload }))
  assert.equal(other.code, 'transaction_wrong_nonce')
  const flow = await startMfa(service, username, { payload })
  const { payloadSignature } = readCompletedFlow(await confirm(service, flow, { device }))
  assert.equal(await confirmPayload(payloadSignature, payload), userId)
})

test('the samples for management delete passkeys and list events', async () => {
  const service = running()
  const own = await ensureOwnApplication(service.core, origin)
  process.env.THUMBTURN_ADMIN_KEY = (await createApiKey(service.core, own, { name: 'test', scopes: ['admin'] })).text
  const { deleteLostPasskeys } = await import('@thumbturn/examples/node/sdk/management.ts')
  const { listWarnings } = await import('@thumbturn/examples/node/sdk/events.ts')
  const { username } = await signUpUser(service)
  assert.deepEqual(
    [await deleteLostPasskeys(username), await deleteLostPasskeys(username), await deleteLostPasskeys(newName())],
    [1, 0, 0],
  )
  assert.ok(Array.isArray(await listWarnings()))
})

test('the sample for groups copies profile, claims, and teams', async () => {
  const service = running()
  const { updateEmployee } = await import('@thumbturn/examples/node/sdk/groups.ts')
  const { userId } = await signUpUser(service)
  const { users, groups } = service.client()
  const teams = [(await groups.create({ name: newName('team') })).name]
  await updateEmployee({ userId, name: 'Ada Lovelace', department: 'Engines', teams })
  const about = { name: 'Ada Lovelace', claims: { department: 'Engines' } }
  assert.partialDeepStrictEqual(await users.findProfile(userId), about)
  assert.deepEqual(
    (await users.listGroups(userId)).map(({ name }) => name),
    teams,
  )
})

test('the first-generation sample starts a sign-in', async (t) => {
  const service = running()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await addClientKey(service.core, service.application, { name: 'sample', publicKey: toPem(publicKey), by: 'test' })
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-node-'))
  t.after(() => rmSync(folder, { recursive: true }))
  process.env.CLIENT_KEY_FILE = join(folder, 'client-key.pem')
  writeFileSync(process.env.CLIENT_KEY_FILE, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const { startSignIn } = await import('@thumbturn/examples/node/sdk/service-token.ts')
  const started = (await startSignIn(newName())) as { assertion_payload: { rpId: string } }
  assert.equal(started.assertion_payload.rpId, 'localhost')
})

test('every sample of the README is a file that these tests run', () => {
  const readme = readFileSync(join(root, 'packages/node/README.md'), 'utf8')
  const shown = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
  const files = globSync('examples/node/sdk/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  assert.ok(shown.length >= 2)
  for (const code of shown) assert.ok(files.includes(code), code)
})

test('the website explains every error code, and no others', () => {
  const page = readFileSync(join(root, 'apps/docs/docs/reference-documentation/node-sdk.mdx'), 'utf8')
  const [, errors = ''] = page.split('\n## Errors\n')
  const source = readFileSync(join(root, 'packages/node/src/errors.ts'), 'utf8')
  const codes = [...source.matchAll(/^ {2}(?:\| )?'(\w+)',?$/gm)].map(([, code]) => code!)
  const explained = [...errors.matchAll(/^\| `(\w+)`\s+\|/gm)].map(([, code]) => code!)
  assert.ok(codes.length > 25)
  assert.deepEqual(explained.toSorted(), codes.toSorted())
})
