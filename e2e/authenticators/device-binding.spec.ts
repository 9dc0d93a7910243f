import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect as baseExpect, chromium, request, test } from '@playwright/test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { fullBrowser } from '../browser.ts'
import { createDevice } from '../device.ts'
import { startThumbturn } from '../running.ts'
import { newName } from '../situations.ts'

// Chromium binds sessions over TLS only, and does not trust a certificate that is only ignored. Here, it keeps the keys in software.
const features = '--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting'

// Starting a browser and a service of its own takes long on a busy machine.
test.setTimeout(180_000)
const expect = baseExpect.configure({ timeout: 60_000 })

const bindingCookie = '__Host-thumbturn-device-demo'

/** A certificate for localhost by a new authority, which Chromium trusts if that folder is its HOME. */
function createCertificate(folder: string) {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const authority = ['-x509', '-subj', '/CN=Test', '-addext', 'basicConstraints=critical,CA:TRUE', '-days', '2']
  openssl('req', ...newKey, ...authority, '-keyout', 'authority.key', '-out', 'authority.pem')
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(at('extensions'), 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n')
  const issue = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...issue, '-extfile', 'extensions', '-out', 'server.pem')
  const database = `sql:${at('.pki/nssdb')}`
  mkdirSync(at('.pki/nssdb'), { recursive: true })
  execFileSync('certutil', ['-d', database, '-N', '--empty-password'], { stdio: 'pipe' })
  execFileSync('certutil', ['-d', database, '-A', '-t', 'C,,', '-n', 'test', '-i', at('authority.pem')])
  return { key: readFileSync(at('server.key')), cert: readFileSync(at('server.pem')) }
}

/** The service behind a proxy with TLS. */
async function startBehindTls(certificate: { key: Buffer; cert: Buffer }) {
  const port = await findFreePort()
  const url = `https://localhost:${port}`
  const service = await startThumbturn(undefined, { BASE_URL: url, TRUSTED_PROXIES: '127.0.0.1,::1' })
  const { port: behind } = new URL(service.url)
  const proxy = createServer(certificate, (given, response) => {
    const { method, url: path, headers } = given
    const options = { host: 'localhost', port: behind, method, path, headers }
    const sent = forward(options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    given.pipe(sent)
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  const stop = async () => {
    proxy.closeAllConnections()
    proxy.close()
    await service.stop()
  }
  return { url, stop }
}

const launch = (home: string) =>
  chromium.launchPersistentContext(join(home, 'profile'), {
    ...fullBrowser,
    args: [...fullBrowser.args!, features],
    env: { ...process.env, HOME: home } as Record<string, string>,
  })

/** Signs a new user up on the account page. */
async function signUp(context: BrowserContext, url: string) {
  const page = await context.newPage()
  await createDevice(page)
  await page.goto(`${url}/apps/demo/account/`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  return page
}

test('Chromium binds a session to the device, renews its proof, and stolen cookies are worthless without it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'thumbturn-device-'))
  const service = await startBehindTls(createCertificate(home))
  const context = await launch(home)
  try {
    const page = await signUp(context, service.url)
    const readBinding = async () => (await context.cookies()).find(({ name }) => name === bindingCookie)?.value
    await expect.poll(readBinding).toBeTruthy()

    await context.clearCookies({ name: bindingCookie })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
    expect(await readBinding()).toBeTruthy()

    const stolen = (await context.cookies()).filter(({ name }) => name !== bindingCookie)
    const cookie = stolen.map(({ name, value }) => `${name}=${value}`).join('; ')
    const elsewhere = await request.newContext({ ignoreHTTPSErrors: true })
    const headers = { cookie, origin: service.url, 'sec-fetch-site': 'same-origin' }
    const answer = await elsewhere.get(`${service.url}/apps/demo/openid/pages/request`, { headers })
    expect(((await answer.json()) as { step: string }).step).toBe('signIn')
    await elsewhere.dispose()
  } finally {
    await context.close()
    await service.stop()
    await rm(home, { recursive: true, force: true })
  }
})
