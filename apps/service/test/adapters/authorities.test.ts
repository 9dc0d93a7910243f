import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createSecureContext, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { authority, createIdentity, mailServerFor, shown, smtpUrl } from '@thumbturn/service-harness/mail-server.ts'
import { pem } from '@thumbturn/service-harness/metadata-service.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { trustAuthorities } from '../../src/adapters/authorities.ts'
import { parseNetworks } from '../../src/adapters/egress/addresses.ts'
import { openEgress } from '../../src/adapters/egress/egress.ts'
import { createVault } from '../../src/adapters/key-sources/vault.ts'
import { createMailServer } from '../../src/adapters/mail.ts'
import { readSource } from '../../src/adapters/metadata/source.ts'
import { call } from '../../src/adapters/texts/post.ts'
import { reach } from '../../src/cli/reach.ts'
import { loadConfig } from '../../src/config.ts'
import { trustOwnAuthorities } from '../../src/installation.ts'
import { openStore } from '../../src/storage/open.ts'

const { signal } = new AbortController()
const identity = shown(createIdentity())
const plaintext = Buffer.from('of the key service')

async function listen(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function startHttps(t: TestContext): Promise<string> {
  const body = JSON.stringify({ data: { plaintext: plaintext.toString('base64') } })
  const server = createHttps(identity, (_, response) => response.setHeader('connection', 'close').end(body))
  return `https://localhost:${await listen(t, server)}`
}

/** Agrees to TLS, as PostgreSQL does, and then rejects the password. */
function startPostgres(t: TestContext): Promise<number> {
  const fields = ['SFATAL', 'C28P01', 'Mno such user', ''].map((field) => `${field}\0`).join('')
  const rejection = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)])
  rejection.writeInt32BE(rejection.length - 1, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(identity) })
      secure.on('error', () => {}).once('data', () => secure.end(rejection))
    })
  })
  return listen(t, server)
}

/** Connects with each kind of client that has TLS. Resolves with the message of its error, if it fails. */
async function connectAll(t: TestContext) {
  const url = await startHttps(t)
  const mailServer = await mailServerFor(t, { secure: true })
  const postgres = `postgres://me@localhost:${await startPostgres(t)}/x?sslmode=verify-full`
  const { port } = new URL(url)
  const attempts: Record<string, () => Promise<unknown>> = {
    'connectors and single sign-on': async () => {
      const egress = openEgress({ networks: parseNetworks(['127.0.0.0/8', '::1']) })
      t.after(() => egress.close())
      await egress.call({ method: 'GET', url: new URL(url), headers: {} }, signal)
      ;(await egress.connect({ host: 'localhost', port: Number(port) }, signal)).destroy()
    },
    'FIDO metadata': () => readSource(url, signal),
    'SMS providers': () => call(new URL(url), { method: 'GET', headers: {} }),
    'key services': async () => {
      const key = await createVault({ url, token: 'hvs.x' }).decrypt('vault:v1:x')
      assert.deepEqual(key, plaintext)
    },
    'mail servers': async () => {
      const mail = createMailServer({ url: smtpUrl(mailServer.port), from: 'a@b.example', host: 'id.b.example' })
      t.after(() => mail.close())
      await mail.check()
    },
    doctor: () => reach(url),
    PostgreSQL: () => openStore(postgres, { migrates: false }),
  }
  return async () => {
    const outcomes = Object.entries(attempts).map(async ([client, attempt]) => {
      const message = await attempt().then(
        () => 'connected',
        ({ message }: Error) => message,
      )
      return [client, message] as const
    })
    return Object.fromEntries(await Promise.all(outcomes))
  }
}

test('with CA_FILE, every client trusts the authorities in it besides the public ones, and none without', async (t) => {
  const before = getCACertificates('default')
  t.after(() => setDefaultCACertificates(before))
  const CA_FILE = join(dataFolder(t), 'ca.pem')
  writeFileSync(CA_FILE, `# Our own\n${pem(authority.der)}`)
  const connect = await connectAll(t)
  for (const [client, message] of Object.entries(await connect()))
    assert.match(message, /certificate|CERT|UNABLE_TO_VERIFY/, client)
  trustOwnAuthorities(loadConfig({ CA_FILE }))
  const { PostgreSQL, ...others } = await connect()
  assert.deepEqual([...new Set(Object.values(others))], ['connected'], JSON.stringify(others))
  assert.match(PostgreSQL!, /it rejects the user or the password/)
  const identify = (text: string) => new X509Certificate(text).fingerprint256
  const listTrusted = () => new Set(getCACertificates('default').map(identify))
  const trusted = listTrusted()
  assert.deepEqual(trusted, new Set([...before, pem(authority.der)].map(identify)))
  trustAuthorities(CA_FILE)
  assert.deepEqual(listTrusted(), trusted)
})

test('a file that is missing, or has no certificate or a broken one, is named at the start', (t) => {
  const before = getCACertificates('default')
  const folder = dataFolder(t)
  assert.throws(() => loadConfig({ CA_FILE: join(folder, 'missing') }), /CA_FILE names no file: /)
  const path = join(folder, 'ca.pem')
  for (const text of ['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    writeFileSync(path, text)
    assert.throws(
      () => trustOwnAuthorities(loadConfig({ CA_FILE: path })),
      /^OperatorError: CA_FILE must contain certificates in PEM/,
    )
  }
  assert.deepEqual(getCACertificates('default'), before)
})
