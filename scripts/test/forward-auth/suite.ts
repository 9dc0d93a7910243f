import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { createSite } from '@thumbturn/service/core/use-cases/protected-sites/manage.ts'
import { signOutUser } from '@thumbturn/service/core/use-cases/users/manage.ts'
import { createCertificate, type TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createHostedUser } from '@thumbturn/service-harness/hosted-sign-in.ts'
import { createHttpBrowser, type HttpBrowser } from '@thumbturn/service-harness/http-browser.ts'
import { realClock, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createFolder } from '../programs/folder.ts'
import type { Program } from '../programs/program.ts'
import { type Client, createHttp1Client, createHttp2Client } from './clients.ts'
import { type Arrival, startEcho } from './program.ts'

/** The places of one protected site, by the texts that its configuration has for them; `host` is with the port. */
export type SitePlace = { host: string; hostname: string; port: number; program: number; service: number }

/** Needed to start a proxy: the certificate of both sites, and whether the proxy leads to their sign-ins. */
export type ProxyContext = { t: TestContext; certificate: TestCertificate; isReady: () => Promise<boolean> }

/** Starts a proxy for two sites. */
export type StartProxy = (sites: readonly [SitePlace, SitePlace], context: ProxyContext) => Promise<Program>

/** The configuration of a site, with the places of a test instead of those of the example. */
export const fillConfiguration = (text: string, { host, hostname, program, service }: SitePlace): string =>
  text
    .replaceAll(/(server_?name |Host\(`)wiki\.example\.com/gi, `$1${hostname}`)
    .replaceAll('wiki.example.com', host)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${program}`)
    .replaceAll('127.0.0.1:4300', `127.0.0.1:${service}`)
    .replaceAll('/apps/shop/', '/apps/demo/')

/** Two domains, of which nothing outside this machine knows. */
const hostnames = ['wiki.example.test', 'chat.example.org.test'] as const

const rules = [
  { path: '/public/*', access: 'public' as const },
  { path: '/admin/*', access: 'groups' as const, groups: ['admins'] },
  { path: '/*', access: 'signedIn' as const },
]

async function startWithUser(t: TestContext, servicePort: number) {
  const service = await startService({
    databaseUrl: 'sqlite::memory:',
    baseUrl: `http://localhost:${servicePort}`,
    clock: realClock(),
    trustedProxies: ['127.0.0.1', '::1'],
  })
  t.after(() => service.close())
  const user = await signUpUser(service, { username: 'ada' })
  await service.server.listen({ port: servicePort, host: '127.0.0.1' })
  return { service, user }
}

/** A proxy with TLS in front of a service and two sites. */
async function prepare(t: TestContext, startProxy: StartProxy) {
  const [servicePort, program] = [await findFreePort(), await startEcho(t)]
  const { service, user } = await startWithUser(t, servicePort)
  const folder = createFolder(t)
  // Some proxies read the certificate as another user.
  chmodSync(folder, 0o755)
  const certificate = createCertificate(folder, hostnames)
  chmodSync(certificate.keyPath, 0o644)
  const createPlace = async (hostname: string): Promise<SitePlace> => {
    const port = await findFreePort()
    return { host: `${hostname}:${port}`, hostname, port, program, service: servicePort }
  }
  const sites = [await createPlace(hostnames[0]), await createPlace(hostnames[1])] as const
  for (const { host } of sites) await createSite(service.core, service.application, { name: host, host, rules })
  const client = createHttp1Client(certificate.authority)
  const [wiki, chat] = [`https://${sites[0].host}`, `https://${sites[1].host}`]
  const isReady = async () => {
    const start = { path: '/.thumbturn/start' }
    const started = await Promise.all([client.sendRaw(wiki, start), client.sendRaw(chat, start)])
    return started.every(({ status }) => status === 303)
  }
  const proxy = await startProxy(sites, { t, certificate, isReady })
  t.after(() => proxy.stop())
  return { service, user, proxy, wiki, chat, clients: [client, createHttp2Client(certificate.authority, t)] }
}

type Setup = Awaited<ReturnType<typeof prepare>>
type Situation = Setup & { client: Client; browser: HttpBrowser; anonymous: HttpBrowser }

const forged = {
  'remote-user': 'root',
  'remote-groups': 'admins',
  'remote-name': 'Root',
  'remote-email': 'root@example.com',
  'thumbturn-identity': 'forged',
  remote_user: 'root',
  remote_groups: 'admins',
  'remote.user': 'root',
  'remote~groups': 'admins',
  'x-forwarded-uri': '/public/',
  'x-forwarded-method': 'GET',
  'x-forwarded-host': 'evil.example',
  'x-original-url': '/public/',
  'x-rewrite-url': '/public/',
}

const identity = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'thumbturn-identity'] as const

const read = (text: string) => JSON.parse(text) as Arrival

/** The headers that a program takes for the user: some replace everything but letters and digits in a name. */
const listIdentity = ({ headers }: Arrival) =>
  Object.entries(headers).filter(
    ([name, values]) =>
      identity.some((one) => one === name.replaceAll(/[^a-z]/g, '-')) && values.some((value) => value !== ''),
  )

/** The file of deploy/forward-auth for a proxy, with the proxy itself in front of a service and two sites. */
export function testForwardAuth(name: string, startProxy: StartProxy) {
  test(`${name} lets only users in, and tells the program who they are`, async (t) => {
    const prepared = await prepare(t, startProxy)
    for (const client of prepared.clients) await t.test(`over ${client.name}`, () => testClient(prepared, client))
  })
}

async function testClient(prepared: Setup, client: Client) {
  const { service, user } = prepared
  const { transport } = client
  const act = createHostedUser(service, user.device)
  const situation = {
    ...prepared,
    client,
    browser: createHttpBrowser({ transport, act }),
    anonymous: createHttpBrowser({ transport }),
  }
  await testSignIn(situation)
  await testSpoofedHeaders(situation)
  await testPaths(situation)
  await testHosts(situation)
  await testScripts(situation)
  await testStreams(situation)
  await testSignOut(situation)
}

/** A second host has a cookie of its own, and needs no other sign-in. */
async function testSignIn({ browser, wiki, chat, proxy }: Situation) {
  const page = await browser.open(`${wiki}/docs?x=1&y=%20`)
  assert.equal(page.status, 200, proxy.readOutput())
  const arrived = read(page.text)
  assert.equal(arrived.url, '/docs?x=1&y=%20')
  assert.deepEqual(arrived.headers['remote-user'], ['ada'])
  assert.match(String(arrived.headers['thumbturn-identity']), /^[\w-]+\.[\w-]+\.[\w-]+$/)
  assert.deepEqual(read((await browser.open(`${chat}/`)).text).headers['remote-user'], ['ada'])
  assert.notEqual(browser.listCookies(chat), browser.listCookies(wiki))
}

async function testSpoofedHeaders({ browser, anonymous, wiki }: Situation) {
  const spoofed = read((await browser.send(`${wiki}/docs`, { headers: forged })).text)
  assert.deepEqual(
    listIdentity(spoofed)
      .map(([name]) => name)
      .toSorted(),
    ['remote-name', 'remote-user', 'thumbturn-identity'],
  )
  assert.deepEqual([spoofed.headers['remote-user'], spoofed.headers['remote-name']], [['ada'], ['ada']])
  assert.notDeepEqual(spoofed.headers['thumbturn-identity'], ['forged'])
  const open = await anonymous.send(`${wiki}/public/page`, { headers: forged })
  assert.equal(open.status, 200)
  assert.deepEqual(listIdentity(read(open.text)), [])
  const hidden = await anonymous.send(`${wiki}/docs`, { headers: forged })
  assert.deepEqual([hidden.status, hidden.headers.get('location')], [303, `${wiki}/.thumbturn/start?to=%2Fdocs`])
}

const disguises = [
  '/public/../admin/users',
  '/public/%2e%2e/admin/users',
  '/public/..%2fadmin/users',
  '/public/%252e%252e/admin/users',
  '/public/..;/admin/users',
  '//admin/users',
  '/ADMIN/users',
  '/public/..%5cadmin/users',
  '/public/%00/../admin',
]

/** Traefik resolves dot segments before it asks. */
const isPlainPage = (text: string) => /^\/public\/\w+$/.test(read(text).url)

async function testPaths({ browser, client, wiki }: Situation) {
  const denied = await browser.send(`${wiki}/admin/users`)
  assert.equal(denied.status, 403)
  assert.match(denied.text, /You don’t have access to this page/)
  const german = await browser.send(`${wiki}/admin/users`, { headers: { 'accept-language': 'de' } })
  assert.match(german.text, /Sie haben keinen Zugriff auf diese Seite/)
  assert.equal((await browser.send(`${wiki}/admin/users`, { method: 'POST', body: 'x' })).status, 403)
  // The address as proxies of browsers get it (RFC 9112 §3.2.2).
  const absolute = client.name === 'HTTP/1.1' ? [`${wiki}/admin/users`] : []
  for (const path of [...disguises, ...absolute]) {
    const headers = { cookie: browser.listCookies(wiki), accept: 'text/html' }
    const { status, text } = await client.sendRaw(wiki, { path, headers })
    assert.ok([400, 403, 404].includes(status) || isPlainPage(text), `${path}: ${status}`)
  }
  // Other encoded paths arrive as they were sent.
  for (const path of ['/a%20b/%C3%BC?q=%2F..%2F', '/docs/a%3Bb']) {
    const { text } = await client.sendRaw(wiki, { path, headers: { cookie: browser.listCookies(wiki) } })
    assert.equal(read(text).url, path)
  }
}

/** A cookie of one site opens no other, and neither does another host. */
async function testHosts({ browser, client, wiki, chat }: Situation) {
  await browser.open(`${chat}/`)
  const headers = { cookie: browser.listCookies(wiki), 'sec-fetch-mode': 'cors' }
  assert.equal((await client.sendRaw(chat, { path: '/docs', headers })).status, 401)
  if (client.name !== 'HTTP/1.1') return
  // Caddy responds with an empty page for a host that it doesn't know, and others as for the only one that they have.
  const { text } = await client.sendRaw(chat, { path: 'http://evil.example/docs', headers })
  assert.doesNotMatch(text, /"method"/)
}

/** Scripts and uploads get no redirect, and large uploads arrive. */
async function testScripts({ browser, anonymous, wiki }: Situation) {
  const scripted = await anonymous.send(`${wiki}/api`, { headers: { 'sec-fetch-mode': 'cors', accept: '*/*' } })
  assert.deepEqual([scripted.status, scripted.headers.get('location')], [401, null])
  assert.equal((await anonymous.send(`${wiki}/api`, { method: 'POST', body: 'x' })).status, 401)
  const body = 'x'.repeat(20_000_000)
  const upload = read((await browser.send(`${wiki}/upload`, { method: 'POST', body })).text)
  assert.deepEqual([upload.method, upload.bytes], ['POST', body.length])
}

/** Signing out counts at the next request, and the user can sign in again. */
async function testSignOut({ service, user, browser, wiki, chat }: Situation) {
  const backend = { application: service.application, keyId: undefined }
  await signOutUser(service.core, { backend, userId: user.userId })
  for (const origin of [wiki, chat])
    assert.equal((await browser.send(`${origin}/docs`, { headers: { 'sec-fetch-mode': 'cors' } })).status, 401)
  assert.equal((await browser.open(`${wiki}/docs`)).status, 200)
}

/** The first event arrives although the response has no end, and so does the first message of a WebSocket. HAProxy alone has them over HTTP/2. */
async function testStreams({ browser, client, wiki }: Situation) {
  const headers = { cookie: browser.listCookies(wiki) }
  const events = { path: '/events', headers: { ...headers, accept: 'text/event-stream' } }
  assert.match(await client.readFirstPart(wiki, events), /data: first/)
  const [opened, anonymous] = [
    await client.openWebSocket(wiki, { path: '/socket', headers }),
    await client.openWebSocket(wiki, { path: '/socket' }),
  ]
  if (opened !== undefined) assert.deepEqual([opened, anonymous], ['101 user ada', '401'])
}
