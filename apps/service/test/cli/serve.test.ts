import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, run, start } from '@thumbturn/service-harness/program.ts'
import type { AuthenticationInit, RegistrationInit, Tokens } from '@thumbturn/service-harness/situations.ts'
import { smallDisk } from '@thumbturn/service-harness/small-disk.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'

/** Starts a service on a free port, and returns the URL that it prints. */
async function served(t: TestContext, settings: Record<string, string> = {}) {
  const DATA_DIR = dataFolder(t)
  const program = start(t, [], { DATA_DIR, PORT: '0', ...settings })
  const found = await program.says(/"address":"(http:\/\/localhost:\d+)"/)
  if (!found) assert.fail((await program.ended).stderr)
  return { program, address: found[1]!, DATA_DIR }
}

test('PORT=0 uses a free port and prints it, the key file belongs to its owner, and SIGTERM ends the process cleanly', async (t) => {
  const { program, address, DATA_DIR } = await served(t)
  assert.equal((await fetch(`${address}/health`)).status, 200)
  assert.equal(statSync(join(DATA_DIR, 'master.key')).mode & 0o777, 0o600)
  program.kill('SIGTERM')
  const { code, signal, stderr } = await program.ended
  assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' })
})

test('GET /version shows the hash of the release, unless the installation turns it off', async (t) => {
  const versionAt = async (settings: Record<string, string>) => {
    const { address } = await served(t, settings)
    return (await fetch(`${address}/fido2/v2/version`)).json() as Promise<Record<string, string>>
  }
  const { hash, ...rest } = await versionAt({})
  assert.match(hash!, /^[0-9a-f]{40,64}$/)
  assert.deepEqual(await versionAt({ THUMBTURN_VERSION_HASH: 'off' }), rest)
})

test('a node serves for STOP_DELAY_MS after SIGTERM, while it is not ready', async (t) => {
  const { program, address } = await served(t, { STOP_DELAY_MS: '8000' })
  const readStatus = async (path: string) => (await fetch(`${address}${path}`)).status
  assert.equal(await readStatus('/ready'), 200)
  program.kill('SIGTERM')
  while ((await readStatus('/ready')) === 200) await pause(10)
  assert.equal(await readStatus('/apps/demo/fido2/v2/.well-known/jwks.json'), 200)
  assert.equal((await program.ended).code, 0)
})

test("a client that never finishes its request doesn't block shutdown", async (t) => {
  const { program, address } = await served(t)
  const client = connect(Number(new URL(address).port), 'localhost')
  t.after(() => client.destroy())
  client.on('error', () => undefined)
  let received = ''
  client.setEncoding('utf8').on('data', (text: string) => (received += text))
  client.write('POST /apps/demo/fido2/v2/auth/init HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
  client.write('Content-Length: 100\r\n\r\n{')
  // A response to a later call shows that the service has received the incomplete one.
  assert.equal((await fetch(`${address}/health`)).status, 200)
  program.kill('SIGTERM')
  const { code, stderr } = await program.ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  // Without a shutdown, such a request ends with 408 after 30 seconds.
  assert.doesNotMatch(received, /408/)
})

test('a port in use is reported in one sentence, and the process exits', async (t) => {
  const taken: Server = createServer()
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const { code, stderr } = await run(t, [], { DATA_DIR: dataFolder(t), PORT: String(port) })
  assert.equal(code, 2)
  assert.equal(stderr, `Port ${port} is taken: stop what uses it, or choose another with PORT=…\n`)
})

test("a failed start on a port in use leaves the demo's origin unchanged", async (t) => {
  const { program, address, DATA_DIR } = await served(t)
  const taken: Server = createServer()
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  assert.equal((await run(t, [], { DATA_DIR, PORT: String(port) })).code, 2)
  const { stdout } = await runCommand(['app', 'show', 'demo', '--json'], { DATA_DIR })
  assert.deepEqual((JSON.parse(stdout) as { origins: string[] }).origins, [address])
  program.kill('SIGTERM')
  await program.ended
})

test('a first start on a port in use creates no application', async (t) => {
  const DATA_DIR = dataFolder(t)
  const taken: Server = createServer()
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  assert.equal((await run(t, [], { DATA_DIR, PORT: String(port) })).code, 2)
  const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  assert.deepEqual(database.prepare('select id from applications').all(), [])
  database.close()
})

test('the first accepted request of a first start finds the demo', async (t) => {
  const taken: Server = createServer()
  await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
  const { port } = taken.address() as { port: number }
  await new Promise((resolve) => taken.close(resolve))
  start(t, [], { DATA_DIR: dataFolder(t), PORT: String(port) })
  const ask = () => fetch(`http://localhost:${port}/apps/demo/fido2/v2/.well-known/jwks.json`).catch(() => undefined)
  let response = await ask()
  while (!response) response = await ask()
  assert.equal(response.status, 200)
})

test('a DATA_DIR below /proc fails immediately', { timeout: 120_000 }, async (t) => {
  const { code, stderr } = await run(t, [], { DATA_DIR: '/proc/thumbturn', PORT: '0' })
  assert.equal(code, 2)
  assert.match(stderr, /^DATA_DIR cannot be written: \/proc\/thumbturn \(ENOENT\)/)
})

test('a read-only DATA_DIR is named in the error', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  disk.makeReadOnly()
  const { code, stderr } = await run(t, [], { DATA_DIR: disk.folder, PORT: '0' })
  assert.equal(code, 2)
  assert.ok(stderr.includes(disk.folder) && /read-only/.test(stderr) && /DATA_DIR/.test(stderr), stderr)
})

test('a DATA_DIR that is a file is named in the error, and the process exits', async (t) => {
  const DATA_DIR = join(dataFolder(t), 'notes.txt')
  writeFileSync(DATA_DIR, '')
  const { code, stderr } = await run(t, [], { DATA_DIR, PORT: '0' })
  assert.equal(code, 2)
  assert.equal(stderr, `These settings cannot be used:\n  DATA_DIR must be a folder, and ${DATA_DIR} is a file\n`)
})

test('an unknown option is named in the error, with a pointer to the help', async (t) => {
  const { code, stderr } = await run(t, ['serve', '--port', '9'], { DATA_DIR: dataFolder(t) })
  assert.equal(code, 2)
  assert.equal(stderr, "Unknown option '--port'. See npx thumbturn serve --help\n")
})

test("a service doesn't start with a master key that didn't seal its data", async (t) => {
  const { program, DATA_DIR } = await served(t)
  program.kill('SIGTERM')
  await program.ended
  const { code, stdout, stderr } = await run(t, [], { DATA_DIR, PORT: '0', THUMBTURN_MASTER_KEY: 'A'.repeat(43) })
  assert.equal(code, 2)
  assert.doesNotMatch(stdout, /Ready/)
  assert.match(stderr, /^The database belongs to another master key than the one in THUMBTURN_MASTER_KEY/)
})

test('the startup message never shows the database password, wherever it is in the URL', async (t) => {
  const DATABASE_URL = 'postgres://me:hun@ter2@127.0.0.1:1/x?password=hunter2'
  const { stdout, stderr, code } = await run(t, [], { DATA_DIR: dataFolder(t), PORT: '0', DATABASE_URL })
  assert.equal(code, 2)
  assert.doesNotMatch(stdout + stderr, /ter2/)
})

test('the log has one line per event, whatever a client sends, and no secrets or usernames', async (t) => {
  const { program, address } = await served(t, { LOG_LEVEL: 'debug' })
  const api = `${address}/apps/demo/fido2/v2`
  const device = createSoftwareAuthenticator({ origin: address })
  const app = { id: 'demo' }
  const odd = 'x\r\n{"level":50,"msg":"forged"}\u001b[31m\u2028'
  const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}) => {
    const given = { 'content-type': 'application/json', ...headers }
    return (await (await fetch(api + path, { method: 'POST', headers: given, body: JSON.stringify(body) })).json()) as T
  }
  const user = { username: 'ada.lovelace@example.com' }
  const started = await post<RegistrationInit>('/reg/init', { app, deviceInfo: {}, user })
  await post('/auth/init', { app, deviceInfo: {}, user })
  const creationResult = device.create(started.registrationRequestOptions)
  const tokens = await post<Tokens>('/reg/complete', { session: started.session, creationResult })
  const { session, assertionOptions } = await post<AuthenticationInit>('/auth/init', { app, deviceInfo: {} })
  const assertionResult = device.get(assertionOptions, { origin: `https://${encodeURIComponent(odd)}` })
  const invisible = { 'x-request-id': 'a\tb"}', 'user-agent': 'x\t{"level":50}', 'x-forwarded-for': '\t{"level":50}' }
  await post('/auth/complete', { session, assertionResult }, invisible)
  await post('/client-events/submit', { event: odd }, { authorization: session })
  await post('/auth/init', { app: { id: odd }, deviceInfo: {} })
  await post('/reg/init', { app, deviceInfo: {}, user: { username: odd } })
  await post('/mgmt/grant', {}, { authorization: 'ttk_0123456789abcdef.secretsecretsecretsecretsecretsecretsecretsec' })
  await post('/reg/init', { app, deviceInfo: {} }, { authorization: `${tokens.jwtAccess}x` })
  await post(`/nothing/${encodeURIComponent(odd)}`, {})
  program.kill('SIGTERM')
  const { stdout } = await program.ended
  const lines = stdout.split('\n').filter((line) => line !== '')
  assert.ok(lines.length >= 4, stdout)
  for (const line of lines) {
    const { reqId, traceId } = JSON.parse(line) as { reqId?: string; traceId?: string }
    assert.equal(reqId, undefined)
    if (traceId !== undefined) assert.match(traceId, /^[0-9a-f]{32}$/)
  }
  assert.ok(lines.filter((line) => line.includes('"traceId":')).length >= 4)
  assert.doesNotMatch(stdout, /^\{"level":50/m)
  assert.ok(!stdout.includes('\u001b'))
  assert.doesNotMatch(stdout, /lovelace/)
  for (const secret of [tokens.jwtAccess, session, started.session, 'secretsecret', assertionResult.signature])
    assert.ok(!stdout.includes(secret.slice(0, 40)), secret)
})

test('a running service trusts its proxies, counts calls, and stores the counts on shutdown', async (t) => {
  const TRUSTED_PROXIES = '127.0.0.1, ::1'
  const { program, address, DATA_DIR } = await served(t, {
    TRUSTED_PROXIES,
    RATE_LIMITS: '0.01',
    RATE_LIMIT_STORE: 'database',
  })
  const begin = (client: string) =>
    fetch(`${address}/apps/demo/fido2/v2/auth/init`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify({ app: { id: 'demo' }, deviceInfo: {} }),
    })
  const responses = []
  for (let call = 0; call < 60; call++) responses.push(await begin('203.0.113.9'))
  const rejected = responses.filter(({ status }) => status === 429)
  assert.ok(rejected.length >= 1 && responses.slice(0, 30).every(({ status }) => status === 200))
  assert.ok(Number(rejected[0]!.headers.get('retry-after')) >= 1)
  assert.equal((await begin('203.0.113.10')).status, 200)
  program.kill('SIGTERM')
  await program.ended
  const { stdout } = await runCommand(['events', 'list', 'demo', '--type', 'fido2.calls', '--json'], { DATA_DIR })
  const [event] = JSON.parse(stdout) as { detail: object }[]
  assert.deepEqual(event?.detail, { count: rejected.length, limited: rejected.length })
})

test('a first start prints the set-up link, which becomes a passkey and a session of the owner', async (t) => {
  const { program, address, DATA_DIR } = await served(t)
  const [, link = ''] = (await program.says(/"setUpLink":"([^"]+)"/)) ?? []
  assert.ok(link.startsWith(`${address}/dashboard/join#tti_setup.`), link)
  const headers = { 'content-type': 'application/json', origin: address, 'sec-fetch-site': 'same-origin' }
  const post = async <T>(path: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    const response = await fetch(`${address}${path}`, init)
    assert.equal(response.status, 200, path)
    return (await response.json()) as T
  }
  const { stdout } = await runCommand(['setup-link', '--json'], { DATA_DIR, BASE_URL: address })
  assert.equal((JSON.parse(stdout) as { url: string }).url, link)

  const accept = { token: link.split('#')[1], username: 'ada', name: 'Ada' }
  const { token } = await post<{ token: string }>('/admin/v1/invitations/accept', accept)
  const own = '/apps/thumbturn/fido2/v2'
  const body = { app: { id: 'thumbturn' }, deviceInfo: {}, user: { username: 'ada' } }
  const started = await post<RegistrationInit>(`${own}/reg/init`, body, { authorization: token })
  const device = createSoftwareAuthenticator({ origin: address })
  const creationResult = device.create(started.registrationRequestOptions)
  const { jwtAccess } = await post<Tokens>(`${own}/reg/complete`, { session: started.session, creationResult })
  const { member } = await post<{ member: object }>('/admin/v1/session', { token: jwtAccess })
  assert.partialDeepStrictEqual(member, { name: 'Ada', username: 'ada' })

  const again = await runCommand(['setup-link'], { DATA_DIR, BASE_URL: address })
  assert.match(again.stderr, /There is an owner already/)
  assert.equal(again.code, 2)
})

test('in production, only the first start prints the set-up link', async (t) => {
  const settings = { THUMBTURN_MODE: 'production', BASE_URL: 'http://localhost:0' }
  const { program, DATA_DIR } = await served(t, settings)
  await program.says(/"setUpLink":/)
  program.kill('SIGTERM')
  await program.ended
  const next = start(t, [], { DATA_DIR, PORT: '0', ...settings })
  const [line = ''] = (await next.says(/.*"Ready".*/)) ?? []
  assert.match(line, /"createSetUpLink":"[^"]* setup-link"/)
  assert.doesNotMatch(line, /tti_/)
})
