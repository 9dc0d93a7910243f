import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createSite } from '@thumbturn/service/core/use-cases/protected-sites/manage.ts'
import { signOutUser } from '@thumbturn/service/core/use-cases/users/manage.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createHostedUser } from '@thumbturn/service-harness/hosted-sign-in.ts'
import { createHttpBrowser } from '@thumbturn/service-harness/http-browser.ts'
import { realClock, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { Program } from '../programs/program.ts'
import { type Arrival, startEcho } from './program.ts'

/** The places of one protected site, by the texts that its configuration has for them. */
export type SitePlace = { host: string; port: number; program: number; service: number }

/** Starts a proxy for two sites. */
export type StartProxy = (sites: readonly [SitePlace, SitePlace], t: TestContext) => Promise<Program>

/** The configuration of a site, with the places of a test instead of those of the example. */
export const fillConfiguration = (text: string, { host, program, service }: SitePlace): string =>
  text
    .replaceAll('wiki.example.com', host)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${program}`)
    .replaceAll('127.0.0.1:4300', `127.0.0.1:${service}`)
    .replaceAll('/apps/shop/', '/apps/demo/')

async function prepare(t: TestContext, startProxy: StartProxy) {
  const [servicePort, first, second, program] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await startEcho(t),
  ]
  const service = await startService({
    databaseUrl: 'sqlite::memory:',
    baseUrl: `http://localhost:${servicePort}`,
    clock: realClock(),
    trustedProxies: ['127.0.0.1', '::1'],
  })
  t.after(() => service.close())
  const user = await signUpUser(service, { username: 'ada' })
  await service.server.listen({ port: servicePort, host: '127.0.0.1' })
  const places = { program, service: servicePort }
  // Two names of this machine, which are two hosts for browsers.
  const wiki = { host: `localhost:${first}`, port: first, ...places }
  const chat = { host: `127.0.0.1:${second}`, port: second, ...places }
  const rules = [
    { path: '/public/*', access: 'public' as const },
    { path: '/admin/*', access: 'groups' as const, groups: ['admins'] },
    { path: '/*', access: 'signedIn' as const },
  ]
  for (const { host } of [wiki, chat]) await createSite(service.core, service.application, { name: host, host, rules })
  const proxy = await startProxy([wiki, chat], t)
  t.after(() => proxy.stop())
  const browser = createHttpBrowser({ act: createHostedUser(service, user.device) })
  return { service, user, browser, wiki: `http://${wiki.host}`, chat: `http://${chat.host}`, proxy }
}

const forged = {
  'remote-user': 'root',
  'remote-groups': 'admins',
  'remote-name': 'Root',
  'remote-email': 'root@example.com',
  'thumbturn-identity': 'forged',
  remote_user: 'root',
  remote_groups: 'admins',
  'x-forwarded-uri': '/public/',
  'x-forwarded-method': 'GET',
  'x-forwarded-host': 'evil.example',
  'x-original-url': '/public/',
  'x-rewrite-url': '/public/',
}

const identity = ['remote-user', 'remote-name', 'remote-email', 'remote-groups', 'thumbturn-identity'] as const

const read = (text: string) => JSON.parse(text) as Arrival

/** The headers that a program takes for the user: names with underscores count, too. */
const listIdentity = ({ headers }: Arrival) =>
  Object.entries(headers).filter(
    ([name, values]) =>
      identity.some((one) => one === name.replaceAll('_', '-')) && values.some((value) => value !== ''),
  )

/** A request with a path exactly as given, which URL would change. */
const sendRaw = (origin: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    request({ hostname, port, path, headers }, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve({ status: response.statusCode!, text, location: response.headers.location })
    })
      .on('error', reject)
      .end()
  })

type Situation = Awaited<ReturnType<typeof prepare>>

/** The file of deploy/forward-auth for a proxy, with the proxy itself in front of a service and two sites. */
export function testForwardAuth(name: string, startProxy: StartProxy) {
  test(`${name} lets only users in, and tells the program who they are`, async (t) => {
    const prepared = await prepare(t, startProxy)
    await testSignIn(prepared)
    await testSpoofedHeaders(prepared)
    await testPaths(prepared)
    await testScripts(prepared)
    const { wiki, browser } = prepared
    await testEvents(wiki, browser.listCookies(wiki))
    assert.match(await openWebSocket(wiki, browser.listCookies(wiki)), /^101 user ada$/)
    assert.match(await openWebSocket(wiki, ''), /^401/)
    await testSignOut(prepared)
  })
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

async function testSpoofedHeaders({ browser, wiki }: Situation) {
  const spoofed = read((await browser.send(`${wiki}/docs`, { headers: forged })).text)
  assert.deepEqual(
    listIdentity(spoofed)
      .map(([name]) => name)
      .toSorted(),
    ['remote-name', 'remote-user', 'thumbturn-identity'],
  )
  assert.deepEqual([spoofed.headers['remote-user'], spoofed.headers['remote-name']], [['ada'], ['ada']])
  assert.notDeepEqual(spoofed.headers['thumbturn-identity'], ['forged'])
  const anonymous = createHttpBrowser()
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

async function testPaths({ browser, wiki }: Situation) {
  const denied = await browser.send(`${wiki}/admin/users`)
  assert.equal(denied.status, 403)
  assert.match(denied.text, /You don[’']t have access|403/)
  for (const path of disguises) {
    const { status } = await sendRaw(wiki, path, { cookie: browser.listCookies(wiki), accept: 'text/html' })
    assert.ok([400, 403, 404].includes(status), `${path}: ${status}`)
  }
}

/** Scripts and uploads get no redirect, and large uploads arrive. */
async function testScripts({ browser, wiki }: Situation) {
  const anonymous = createHttpBrowser()
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

/** The first event arrives although the response has no end. */
const testEvents = (origin: string, cookie: string) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(`${origin}/events`, { headers: { cookie, accept: 'text/event-stream' } }, (response) => {
      response.once('data', (part: Buffer) => {
        sent.destroy()
        assert.match(part.toString(), /data: first/)
        resolve()
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error)).end()
  })

/** The status of an upgrade, and the first message. */
const openWebSocket = (origin: string, cookie: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = {
      cookie,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const sent = request(`${origin}/socket`, { headers }, (response) => resolve(`${response.statusCode}`))
    sent.on('upgrade', (response, socket, head) => {
      const finish = (part: Buffer) => {
        socket.destroy()
        resolve(`${response.statusCode} ${part}`)
      }
      if (head.length > 0) finish(head)
      else socket.once('data', finish)
    })
    sent.on('error', reject).end()
  })
