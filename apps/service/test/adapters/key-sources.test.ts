import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runKeyCommand } from '../../src/adapters/key-sources/command.ts'
import { type KeySettings, resolveMasterKey } from '../../src/adapters/key-sources/resolve.ts'
import { createVault } from '../../src/adapters/key-sources/vault.ts'

const secret = randomBytes(32)
const key = secret.toString('base64url')
const token = 'hvs.CAESIJ2tYXZlciBhbmQgbm8gb25l'
const ciphertext = 'vault:v1:8SDd3WHDOjf7mq69CyCqYjBXAiQQAVZRkFM13ok481zoCmHnSeDX9vyf'

/** A key service that responds as the test says, like the transit engine of Vault. Returns the URL that decrypts. */
async function startKeyService(t: TestContext, respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transit/decrypt/thumbturn`
}

const unavailable = (message: RegExp) => (error: Error) => {
  assert.equal(error.name, 'OperatorError')
  assert.match(error.message, message)
  for (const hidden of [key, secret.toString('base64'), token]) assert.ok(!error.message.includes(hidden))
  return true
}

test('a command prints the master key, and white space at both ends does not count', async () => {
  const given: KeySettings = { THUMBTURN_MASTER_KEY_COMMAND: `echo "  ${key}  "` }
  assert.equal((await resolveMasterKey(given)).THUMBTURN_MASTER_KEY, key)
})

test('settings without a command and without a key service stay as they are', async () => {
  const settings = { THUMBTURN_MASTER_KEY: key }
  assert.equal(await resolveMasterKey(settings), settings)
  assert.deepEqual(await resolveMasterKey({}), {})
})

test('a command that fails, prints no key, or prints too much is reported without what it printed', async () => {
  const run = (command: string) => resolveMasterKey({ THUMBTURN_MASTER_KEY_COMMAND: command })
  await assert.rejects(
    run(`echo ${key}; echo ${key} >&2; exit 3`),
    unavailable(/^THUMBTURN_MASTER_KEY_COMMAND ended with code 3$/),
  )
  await assert.rejects(
    run(`echo ${key}x`),
    unavailable(/^THUMBTURN_MASTER_KEY_COMMAND must print 43 characters of base64url/),
  )
  await assert.rejects(run('true'), unavailable(/must print 43 characters/))
  await assert.rejects(run('no-such-command-of-thumbturn'), unavailable(/ended with code 127/))
  await assert.rejects(run(`while :; do echo ${key}; done`), unavailable(/printed more than a key/))
})

test('a command that takes too long is stopped with everything that it started', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-command-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'pid')
  await assert.rejects(
    runKeyCommand(`sleep 60 & echo $! > ${file}; wait`, 3_000),
    unavailable(/^THUMBTURN_MASTER_KEY_COMMAND took longer than 3 s$/),
  )
  const started = `/proc/${readFileSync(file, 'utf8').trim()}/stat`
  const runs = () => existsSync(started) && !/\) [ZX]/.test(readFileSync(started, 'utf8'))
  for (let waited = 0; runs() && waited < 60_000; waited += 20) await pause(20)
  assert.equal(runs(), false)
})

test('a key service decrypts the master key, which is in no setting', async (t) => {
  const asked: unknown[] = []
  const url = await startKeyService(t, async (request, response) => {
    const body = JSON.parse(String(await request.toArray())) as unknown
    const { 'x-vault-token': token, 'user-agent': client } = request.headers
    asked.push({ method: request.method, url: request.url, token, client, body })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { plaintext: secret.toString('base64') } }))
  })
  const resolved = await resolveMasterKey<KeySettings>({
    THUMBTURN_KEY_SERVICE_URL: url,
    THUMBTURN_KEY_SERVICE_TOKEN: token,
    THUMBTURN_ENCRYPTED_MASTER_KEY: ciphertext,
  })
  assert.equal(resolved.THUMBTURN_MASTER_KEY, key)
  const call = { method: 'POST', url: '/v1/transit/decrypt/thumbturn' }
  assert.deepEqual(asked, [{ ...call, token, client: 'Thumbturn', body: { ciphertext } }])
})

test('each failure of a key service says what to do, and neither token nor key', async (t) => {
  const failures: [RequestListener, RegExp][] = [
    [
      (_, response) => void response.writeHead(403).end(key),
      /responded with 403: THUMBTURN_KEY_SERVICE_TOKEN has expired/,
    ],
    [(_, response) => void response.writeHead(400).end(key), /responded with 400: compare THUMBTURN_KEY_SERVICE_URL/],
    [(_, response) => void response.writeHead(503).end(key), /responded with 503: it is sealed or in maintenance/],
    [(_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(), /can't be reached/],
    [(_, response) => void response.end(`not JSON ${key}`), /something else than data.plaintext/],
    [(_, response) => void response.end(JSON.stringify({ data: {} })), /something else than data.plaintext/],
    [(request) => void request.socket.destroy(), /can't be reached/],
    [() => {}, /can't be reached: it took too long/],
  ]
  for (const [respond, message] of failures) {
    const url = await startKeyService(t, respond)
    await assert.rejects(createVault({ url, token, timeoutMs: 300 }).decrypt(ciphertext), unavailable(message))
  }
  await assert.rejects(
    createVault({ url: 'http://127.0.0.1:9/v1/transit/decrypt/x', token }).decrypt(ciphertext),
    unavailable(/^The key service at 127.0.0.1:9 can't be reached/),
  )
})

test('a key of another length is rejected', async (t) => {
  const plaintext = randomBytes(31).toString('base64')
  const url = await startKeyService(t, (_, response) => void response.end(JSON.stringify({ data: { plaintext } })))
  const settings = {
    THUMBTURN_KEY_SERVICE_URL: url,
    THUMBTURN_KEY_SERVICE_TOKEN: token,
    THUMBTURN_ENCRYPTED_MASTER_KEY: ciphertext,
  }
  await assert.rejects(
    resolveMasterKey(settings),
    unavailable(/^THUMBTURN_ENCRYPTED_MASTER_KEY must be the encrypted 32 bytes/),
  )
})
