import { mkdtemp, rm } from 'node:fs/promises'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect as baseExpect, request, test } from '@playwright/test'
import type { TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createDevice } from '../device.ts'
import { startThumbturn } from '../running.ts'
import { newName } from '../situations.ts'
import { createTrustedCertificate, launchOnDevice } from './device-browser.ts'

// Starting a browser and a service of its own takes long on a busy machine.
test.setTimeout(180_000)
const expect = baseExpect.configure({ timeout: 60_000 })

const bindingCookie = '__Host-thumbturn-device-demo'

/** The service behind a proxy with TLS. */
async function startBehindTls(certificate: TestCertificate) {
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
  const service = await startBehindTls(createTrustedCertificate(home))
  const context = await launchOnDevice(home)
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
