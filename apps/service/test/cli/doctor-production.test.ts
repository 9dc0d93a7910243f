import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { privatePostgres, sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import {
  authority,
  createIdentity,
  login,
  mailServerFor,
  shown,
  smtpUrl,
} from '@thumbturn/service-harness/mail-server.ts'
import { type Changes, pem } from '@thumbturn/service-harness/metadata-service.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { smallDisk } from '@thumbturn/service-harness/small-disk.ts'
import { checkConnections } from '../../src/cli/check-connections.ts'
import { checkDatabaseVersion, checkServerClock } from '../../src/cli/check-production.ts'
import type { Finding } from '../../src/cli/finding.ts'
import type { Core } from '../../src/core/core.ts'
import type { Listening } from '../../src/core/ports/changes.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { openConnection } from '../../src/storage/engine/postgres-sessions.ts'
import { openStore } from '../../src/storage/open.ts'

const dayMs = 86_400_000

type Settings = Readonly<Record<string, string>>

// The certificate authority of the tests is the only one that this process trusts.
setDefaultCACertificates([pem(authority.der)])

/** The findings about one subject, in production mode. */
async function findings(t: TestContext, about: string, { sendMailTo, ...settings }: Settings) {
  const DATA_DIR = settings.DATA_DIR ?? dataFolder(t)
  const environment = { THUMBTURN_MODE: 'production', BASE_URL: 'http://localhost', DATA_DIR, ...settings }
  const recipient = sendMailTo ? ['--send-mail-to', sendMailTo] : []
  const { stdout, stderr } = await runCommand(['doctor', '--json', ...recipient], environment)
  assert.equal(stderr, '')
  return (JSON.parse(stdout) as Finding[]).filter((finding) => finding.about === about)
}

const healthy: RequestListener = (_, response) => response.end('{"status":"ok"}')

/** A proxy on localhost that ends TLS. */
async function proxyFor(t: TestContext, changes: Changes = {}, respond: RequestListener = healthy): Promise<string> {
  const server = createTlsServer(shown(createIdentity(changes)), respond)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  t.after(() => server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

test('doctor reaches the address by TLS, and shows until when the certificate is valid', async (t) => {
  const BASE_URL = await proxyFor(t, { to: inDays(90) })
  const [address, ...others] = await findings(t, 'address', { BASE_URL })
  assert.deepEqual([address?.verdict, others], ['good', []])
  assert.ok(address!.says.includes(`valid until ${inDays(90).slice(0, 10)}`), address!.says)
  assert.deepEqual(
    (await findings(t, 'clock', { BASE_URL })).map(({ verdict }) => verdict),
    ['good'],
  )
})

test('doctor warns of a certificate that ends within fourteen days', async (t) => {
  const BASE_URL = await proxyFor(t, { to: inDays(13.5) })
  const [address] = await findings(t, 'address', { BASE_URL })
  assert.equal(address?.verdict, 'warning')
  assert.match(address.says, /for 13 more days$/)
  assert.match(address.advice!, /^Renew it/)
})

test('doctor detects an expired certificate, and one for another name', async (t) => {
  const [expired] = await findings(t, 'address', { BASE_URL: await proxyFor(t, { to: inDays(-1) }) })
  assert.equal(expired?.verdict, 'broken')
  assert.match(expired.says, /certificate has expired/)
  assert.match(expired.advice!, /^Renew the certificate/)
  const [other] = await findings(t, 'address', { BASE_URL: await proxyFor(t, { host: 'other.example' }) })
  assert.equal(other?.verdict, 'broken')
  assert.match(other.says, /altnames|Hostname/)
})

test('doctor does not judge the TLS of an address that accepts no connections', async (t) => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, 'localhost', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const [address] = await findings(t, 'address', { BASE_URL: `https://localhost:${port}` })
  assert.equal(address?.verdict, 'warning')
  assert.match(address.says, /could not be reached from here \(ECONNREFUSED\), so its TLS was not checked/)
})

test('doctor detects a proxy that does not lead to the service', async (t) => {
  const BASE_URL = await proxyFor(t, {}, (_, response) => response.writeHead(502).end('Bad gateway'))
  const [certificate, service] = await findings(t, 'address', { BASE_URL })
  assert.deepEqual([certificate?.verdict, service?.verdict], ['good', 'warning'])
  assert.match(service!.says, /\/health responds with 502, not as Thumbturn does/)
})

test('doctor compares the clock with the Date of the response', async (t) => {
  const Date_ = new Date(Date.now() - 3_600_000).toUTCString()
  const BASE_URL = await proxyFor(t, {}, (_, response) =>
    response.writeHead(200, { date: Date_ }).end('{"status":"ok"}'),
  )
  const [difference] = await findings(t, 'clock', { BASE_URL })
  assert.equal(difference?.verdict, 'warning')
  assert.match(difference.says, /is 3(59|60)\d s behind that of this machine/)
})

test('doctor compares the clock with that of the database', async () => {
  const checked = async (aheadMs: number | undefined) => {
    const limits = { time: async () => (aheadMs === undefined ? undefined : 1_000_000 + aheadMs) }
    return checkServerClock({ store: { limits }, now: () => 1_000_000 } as unknown as Core)
  }
  assert.deepEqual(await checked(undefined), [])
  assert.deepEqual(await checked(4_000), [])
  const [ahead] = await checked(60_000)
  assert.deepEqual(
    [ahead?.verdict, ahead?.says],
    ['warning', 'the clock of the database is 60 s ahead of that of this machine'],
  )
  assert.match((await checked(-6_000))[0]!.says, /6 s behind/)
})

test('doctor shows the version of the database, and warns of a PostgreSQL without security fixes', async (t) => {
  const [sqlite] = await findings(t, 'database version', {})
  assert.match(sqlite!.says, /^SQLite 3\.\d+/)
  const checked = async (version: string, at: number) => {
    const store = { version: async () => ({ name: 'PostgreSQL', version }) }
    const [finding] = await checkDatabaseVersion({ store, now: () => at } as unknown as Core)
    return finding!
  }
  assert.equal((await checked('15.2 (Debian 15.2-1)', Date.UTC(2027, 9))).verdict, 'good')
  const outdated = await checked('15.2 (Debian 15.2-1)', Date.UTC(2027, 11))
  assert.equal(outdated.verdict, 'warning')
  assert.match(outdated.advice!, /^Upgrade/)
})

test('doctor reads the version of a real PostgreSQL', async (t) => {
  const postgres = await sharedPostgres()
  const database = await postgres.fresh()
  const [version] = await findings(t, 'database version', { DATABASE_URL: database.url })
  assert.match(version!.says, /^PostgreSQL \d+/)
  await database.drop()
  await postgres.stop()
})

test('doctor warns if the pools of all nodes can need more connections than the server has', async (t) => {
  const postgres = await privatePostgres(['max_connections=25'])
  t.after(postgres.stop)
  const { url } = await postgres.fresh({ migrated: true })
  const stores = [await openStore(url), await openStore(url)]
  const listening: Listening[] = []
  t.after(async () => {
    for (const one of listening) await one.stop()
    for (const store of stores) await store.close()
  })
  const check = async (DATABASE_POOL: number) => {
    const [finding] = await checkConnections({ store: stores[0]! }, { DATABASE_POOL })
    return [finding!.verdict, finding!.says.replace(/, where.*/, '')]
  }
  assert.deepEqual(await check(10), ['good', '1 node can open 11 of 22 connections to the database'])
  for (const store of stores) listening.push(await untilListening(store))
  assert.deepEqual(await check(10), ['good', '2 nodes can open 22 of 22 connections to the database'])
  assert.deepEqual(await check(11), ['warning', '2 nodes can open 24 of 22 connections to the database'])
  const others: Awaited<ReturnType<typeof openConnection>>[] = []
  for (let count = 0; count < 16; count++) others.push(await openConnection(url))
  assert.deepEqual(await check(2), ['warning', '2 nodes can open 6 of 22 connections to the database'])
  for (const client of others) await client.end()
})

async function untilListening(store: Store): Promise<Listening> {
  const begun = Promise.withResolvers<void>()
  const listening = store.listen({ changed: begun.resolve, unavailable: begun.reject })!
  await begun.promise
  return listening
}

test('doctor says nothing of connections without a database server', async (t) => {
  assert.deepEqual(await findings(t, 'connections', {}), [])
})

test('doctor warns of a disk with little space, and only in production', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const [finding] = await findings(t, 'disk', { DATA_DIR: disk.folder })
  assert.equal(finding?.verdict, 'broken')
  assert.match(finding.says, /^0\.0 GB are free for /)
  assert.deepEqual(await findings(t, 'disk', { DATA_DIR: disk.folder, THUMBTURN_MODE: 'development' }), [])
})

test('doctor names files that other users of the machine can read, with the command that fixes it', async (t) => {
  const DATA_DIR = dataFolder(t)
  const key = join(DATA_DIR, 'master.key')
  assert.deepEqual(
    (await findings(t, 'files', { DATA_DIR })).map(({ verdict }) => verdict),
    ['good'],
  )
  chmodSync(key, 0o644)
  // No other user can enter the folder.
  assert.deepEqual(
    (await findings(t, 'files', { DATA_DIR })).map(({ verdict }) => verdict),
    ['good'],
  )
  chmodSync(DATA_DIR, 0o755)
  const readable = await findings(t, 'files', { DATA_DIR })
  const about = (path: string) => readable.find(({ advice }) => advice?.endsWith(` ${path}`))
  assert.deepEqual([about(DATA_DIR)?.verdict, about(DATA_DIR)?.advice], ['warning', `chmod 700 ${DATA_DIR}`])
  assert.deepEqual([about(key)?.verdict, about(key)?.advice], ['broken', `chmod 600 ${key}`])
  chmodSync(key, 0o640)
  const grouped = (await findings(t, 'files', { DATA_DIR })).find(({ advice }) => advice === `chmod 600 ${key}`)
  assert.equal(grouped?.verdict, 'warning')
})

test('doctor warns of a proxy that is not trusted, and detects a range that lets clients choose their address', async (t) => {
  const BASE_URL = await proxyFor(t)
  const [unknown] = await findings(t, 'proxies', { BASE_URL })
  assert.equal(unknown?.verdict, 'warning')
  assert.match(unknown.says, /all clients share the proxy's address/)
  assert.deepEqual(await findings(t, 'proxies', {}), [])
  const [known] = await findings(t, 'proxies', { BASE_URL, TRUSTED_PROXIES: '10.0.0.0/8, fd00::/16, 127.0.0.1' })
  assert.deepEqual(
    [known?.verdict, known?.says],
    ['good', 'X-Forwarded-For is believed from 10.0.0.0/8, fd00::/16, 127.0.0.1'],
  )
  for (const wide of ['0.0.0.0/0', '::/0', '10.0.0.0/7']) {
    const [finding] = await findings(t, 'proxies', { BASE_URL, TRUSTED_PROXIES: `127.0.0.1,${wide}` })
    assert.equal(finding?.verdict, 'broken')
    assert.ok(finding.says.includes(`contains ${wide}, so clients can choose their address`), finding.says)
  }
})

test('doctor reports metrics that others can read', async (t) => {
  const METRICS_PORT = '9464'
  assert.deepEqual(await findings(t, 'metrics', {}), [])
  const [local] = await findings(t, 'metrics', { METRICS_PORT })
  assert.deepEqual([local?.verdict, local?.says], ['good', 'at 127.0.0.1:9464, for programs on this machine'])
  const [open] = await findings(t, 'metrics', { METRICS_PORT, METRICS_HOST: '0.0.0.0' })
  assert.equal(open?.verdict, 'broken')
  assert.match(open.advice!, /^Set METRICS_TOKEN/)
  const forwarding: RequestListener = ({ url }, response) =>
    response.end(url === '/metrics' ? 'thumbturn_build_info 1\n' : '{"status":"ok"}')
  const [forwarded] = await findings(t, 'metrics', { METRICS_PORT, BASE_URL: await proxyFor(t, {}, forwarding) })
  assert.equal(forwarded?.verdict, 'broken')
  assert.match(forwarded.says, /^everyone can read the metrics at https:\/\/localhost:\d+\/metrics$/)
})

test('doctor sends a test email on request only', async (t) => {
  const mails = await mailServerFor(t, { secure: true })
  const SMTP_CA = join(dataFolder(t), 'ca.pem')
  writeFileSync(SMTP_CA, pem(authority.der))
  const settings = { SMTP_URL: smtpUrl(mails.port), SMTP_CA, MAIL_FROM: 'no-reply@shop.example' }
  assert.deepEqual(await findings(t, 'test mail', settings), [])
  assert.equal(mails.received.length, 0)
  const [sent] = await findings(t, 'test mail', { ...settings, sendMailTo: 'admin@example.com' })
  assert.equal(sent?.verdict, 'good')
  assert.deepEqual(
    mails.received.map(({ from, to, user }) => ({ from, to, user })),
    [{ from: 'no-reply@shop.example', to: ['admin@example.com'], user: login.user }],
  )
  assert.match(mails.received[0]!.raw, /^Subject: Test email from Thumbturn/m)
  const [unconfigured] = await findings(t, 'test mail', { sendMailTo: 'admin@example.com' })
  assert.deepEqual([unconfigured?.verdict, unconfigured?.advice], ['broken', 'Set SMTP_URL and MAIL_FROM'])
})

test('doctor says why a mail server did not take the test email', async (t) => {
  const mails = await mailServerFor(t, { secure: true, recipient: () => 550 })
  const SMTP_CA = join(dataFolder(t), 'ca.pem')
  writeFileSync(SMTP_CA, pem(authority.der))
  const settings = { SMTP_URL: smtpUrl(mails.port), SMTP_CA, MAIL_FROM: 'no-reply@shop.example' }
  const [finding] = await findings(t, 'test mail', { ...settings, sendMailTo: 'admin@example.com' })
  assert.equal(finding?.verdict, 'broken')
  assert.match(finding.says, /did not accept it for admin@example\.com: .*550|Not now or never/)
})

test('the recipient of the test email is exactly one address', async (t) => {
  for (const address of ['admin', 'a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com']) {
    const { code, stderr } = await runCommand(['doctor', '--send-mail-to', address], { DATA_DIR: dataFolder(t) })
    assert.deepEqual([code, stderr], [2, '--send-mail-to takes one email address\n'])
  }
})
