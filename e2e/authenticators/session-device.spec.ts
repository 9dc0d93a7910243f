import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect as baseExpect, request, test } from '@playwright/test'
import { createSessions } from '@thumbturn/node/session'
import type { TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { createTrustedCertificate, launchOnDevice } from './device-browser.ts'

// Starting a browser takes long on a busy machine.
test.setTimeout(180_000)
const expect = baseExpect.configure({ timeout: 60_000 })

const [session, proof] = ['__Host-session', '__Host-session-device']

/** An application with sessions: `/callback` signs in, `/` says who is signed in, and POST `/sign-out` ends the session. */
async function startApplication(certificate: TestCertificate) {
  const sessions = createSessions({
    baseUrl: 'http://localhost:1/apps/demo',
    secret: 'a secret of the test, which is long enough',
    clientId: 'my-program',
    secure: true,
    devicePath: '/session/device',
  })
  const calls: string[] = []
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    'GET /callback': async (request, response) => {
      await sessions.start(request, response, { claims: { sub: 'u-1', preferred_username: 'ada' } })
      response.writeHead(303, { location: '/' }).end()
    },
    'POST /session/device': sessions.bindDevice,
    'POST /sign-out': sessions.signOut,
    'GET /': async (request, response) => {
      const user = (await sessions.get(request, response))?.username ?? 'no user'
      const form = '<form action="/sign-out" method="post"><button>Sign out</button></form>'
      response.setHeader('content-type', 'text/html').end(`<!doctype html><h1>${user}</h1>${form}`)
    },
  }
  const server = createServer(certificate, async (given, response) => {
    const call = `${given.method} ${given.url}`
    const handle = routes[call]
    if (!handle) return void response.writeHead(404).end()
    await handle(given, response)
    calls.push(`${call} ${response.statusCode}`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, calls, stop }
}

const readCookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value

/** Opens the page on another device, with copies of cookies. */
async function openElsewhere(url: string, cookies: Record<string, string>): Promise<string> {
  const elsewhere = await request.newContext({ ignoreHTTPSErrors: true })
  const cookie = Object.entries(cookies).map((pair) => pair.join('='))
  const page = await (await elsewhere.get(url, { headers: { cookie: cookie.join('; ') } })).text()
  await elsewhere.dispose()
  return page
}

test('Chromium binds a session of an application to the device, and copied cookies are worthless without its key', async () => {
  const home = await mkdtemp(join(tmpdir(), 'thumbturn-device-'))
  const application = await startApplication(createTrustedCertificate(home))
  const context = await launchOnDevice(home)
  try {
    const { url, calls } = application
    const page = await context.newPage()
    const user = page.getByRole('heading')
    await page.goto(`${url}/callback`)
    await expect(user).toHaveText('ada')
    await expect.poll(() => readCookie(context, proof)).toBeTruthy()
    const [own, first] = [(await readCookie(context, session))!, (await readCookie(context, proof))!]
    expect(await openElsewhere(url, { [session]: own, [proof]: first })).toContain('ada')
    expect(await openElsewhere(url, { [session]: own })).toContain('no user')

    // As after ten minutes: the browser renews the proof before it sends the request.
    await context.clearCookies({ name: proof })
    await page.reload()
    await expect(user).toHaveText('ada')
    expect(await readCookie(context, proof)).not.toBe(first)
    expect(calls.filter((call) => call.startsWith('POST /session/device')).slice(-2)).toEqual([
      'POST /session/device 403',
      'POST /session/device 200',
    ])

    await page.getByRole('button').click()
    await expect(user).toHaveText('no user')
    await page.reload()
    const known = calls.length
    await page.reload()
    await expect(user).toHaveText('no user')
    // It forgot the session, and asks no more.
    expect(calls.slice(known)).toEqual(['GET / 200'])
  } finally {
    await context.close()
    application.stop()
    await rm(home, { recursive: true, force: true })
  }
})
