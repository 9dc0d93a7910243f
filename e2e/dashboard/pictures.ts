import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { looks, take } from '../pictures.ts'
import { type Running, root } from '../running.ts'
import { setUp } from './owner.ts'
import { startReceiver } from './receiver.ts'
import { addSamples, ports } from './samples.ts'

/** The website shows these in the color scheme of its reader. */
const folder = 'apps/docs/static/img/dashboard'

/** Each picture: the page, and what shows that its data has arrived. */
const pictures: Readonly<Record<string, [path: string, seen: (page: Page) => ReturnType<Page['getByRole']>]>> = {
  applications: ['', (page) => page.getByRole('link', { name: /^Sample/ })],
  analytics: [
    '/applications/sample/analytics?period=90d',
    (page) => page.getByRole('img', { name: /^Authentications, .* completed/ }),
  ],
  adoption: ['/applications/sample/analytics/adoption', (page) => page.getByRole('link', { name: /^Offered/ })],
  settings: ['/applications/sample/settings', (page) => page.getByLabel('Passkeys per user')],
  keys: ['/applications/sample/keys', (page) => page.getByRole('table', { name: 'Signing keys' })],
  connectors: ['/applications/sample/connectors', (page) => page.getByRole('table', { name: 'Connectors' })],
  logs: ['/applications/sample/logs', (page) => page.getByRole('table')],
  messages: ['/applications/sample/messages', (page) => page.getByRole('button', { name: 'Send test' })],
  users: ['/applications/sample/users', (page) => page.getByRole('table')],
  members: ['/members', (page) => page.getByRole('table', { name: 'Members' })],
  'single-sign-on': ['/single-sign-on', (page) => page.getByRole('table', { name: 'Providers' })],
  directory: ['/directory', (page) => page.getByRole('table', { name: 'Groups' })],
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
  await addSamples(await browser.newContext({ baseURL: running.url, storageState }), running)
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

/** Waits until the service has counted all events. */
async function waitForReports(page: Page): Promise<void> {
  for (let before = -1, counted = 0; counted === 0 || counted !== before; ) {
    await pause(6_000)
    before = counted
    const response = await page.request.get('/admin/v1/applications/sample/analytics/summary')
    counted = ((await response.json()) as { authentications: { success: number } }).authentications.success
  }
}
