import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { looks, take } from '../pictures.ts'
import { type Running, root } from '../running.ts'
import { setUp } from './owner.ts'
import { startReceiver } from './receiver.ts'

/** The website shows these in the color scheme of its reader. */
const folder = 'apps/docs/static/img/dashboard'

/** Each picture: the page, and what shows that its data has arrived. */
const pictures: Readonly<Record<string, [path: string, seen: (page: Page) => ReturnType<Page['getByRole']>]>> = {
  applications: ['', (page) => page.getByRole('link', { name: /^Sample/ })],
  analytics: [
    '/applications/sample/analytics?period=90d',
    (page) => page.getByRole('img', { name: /^Authentications, .* completed/ }),
  ],
  adoption: ['/applications/sample/analytics/adoption', (page) => page.getByRole('link', { name: /^Offered: / })],
  settings: ['/applications/sample/settings', (page) => page.getByLabel('Digits of a code')],
  keys: ['/applications/sample/keys', (page) => page.getByRole('table', { name: 'Signing keys' })],
  connectors: ['/applications/sample/connectors', (page) => page.getByRole('table', { name: 'Connectors' })],
  logs: ['/applications/sample/logs', (page) => page.getByRole('table')],
  messages: ['/applications/sample/messages', (page) => page.getByRole('button', { name: 'Send test' })],
  users: ['/applications/sample/users', (page) => page.getByRole('table')],
  members: ['/members', (page) => page.getByRole('table', { name: 'Members' })],
  audit: ['/audit', (page) => page.getByRole('list', { name: 'Changes' })],
  checks: ['/checks', (page) => page.getByRole('heading', { name: 'Database' })],
}

/** Fills an application with made-up data, and takes the pictures that the website shows. */
export async function photographDashboard(browser: Browser, running: Running): Promise<void> {
  await mkdir(join(root, folder), { recursive: true })
  const demoData = ['scripts/run/demo-data.ts', '--users', '1200', '--events', '20000', '--json']
  execFileSync(process.execPath, demoData, { cwd: root, env: { ...process.env, DATA_DIR: running.data } })
  const storageState = await setUp(browser, running)
  const receivers = await Promise.all(Object.values(ports).map((port) => startReceiver(port)))
  await addConnectors(await browser.newContext({ baseURL: running.url, storageState }), running)
  for (const look of ['light', 'dark']) {
    const context = await browser.newContext({ ...looks[look], baseURL: running.url, locale: 'en-GB', storageState })
    const page = await context.newPage()
    await waitForReports(page)
    for (const [name, [path, seen]] of Object.entries(pictures)) {
      await page.goto(`/dashboard${path}`)
      await expect(seen(page).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await take(page, `${folder}/${name}-${look}`)
    }
    await context.close()
  }
  for (const receiver of receivers) receiver.close()
}

/** Of receivers on this machine; fixed, because they are in the pictures. */
const ports = { webhook: 8080, otlp: 4318, s3: 9000 }

const connectors = [
  { name: 'Security team', target: { type: 'webhook', url: `http://localhost:${ports.webhook}/thumbturn` } },
  { name: 'Observability', target: { type: 'otlp', url: `http://localhost:${ports.otlp}` } },
  {
    name: 'Archive',
    target: {
      type: 's3',
      endpoint: `http://localhost:${ports.s3}`,
      region: 'eu-central-1',
      bucket: 'events',
      forcePathStyle: true,
    },
    secrets: { accessKeyId: 'archive', secretAccessKey: 'made-up' },
  },
]

/** Adds connectors, and changes the application so that they deliver events. */
async function addConnectors(context: BrowserContext, running: Running): Promise<void> {
  const { request } = context
  const { csrfToken } = (await (await request.get('/admin/v1/session')).json()) as { csrfToken: string }
  const headers = { 'x-csrf-token': csrfToken }
  for (const data of connectors) {
    const response = await request.post('/admin/v1/applications/sample/connectors', { headers, data })
    expect(response.status()).toBe(200)
  }
  for (const digits of [7, 6]) running.command('app', 'set', 'sample', '--set', `otpDigits=${digits}`)
  await context.close()
}

/** Waits until the service has counted all events. */
async function waitForReports(page: Page): Promise<void> {
  for (let before = -1, counted = 0; counted === 0 || counted !== before; ) {
    await pause(6_000)
    before = counted
    const response = await page.request.get('/admin/v1/applications/sample/analytics/summary')
    counted = ((await response.json()) as { authentications: { success: number } }).authentications.success
  }
}
