// `npm run screenshots -- [demo|bank|shop|quickstart|dashboard]`: pictures for the README and the website, in docs/screenshots/ and
// apps/docs/static/img/.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
import { openAccount, prepare } from './bank/situations.ts'
import { browser } from './browser.ts'
import buildDemo from './build-demo.ts'
import { photographDashboard } from './dashboard/pictures.ts'
import { startDemos } from './demos.ts'
import { createDevice } from './device.ts'
import { looks, take } from './pictures.ts'
import { photographQuickstart } from './quickstart-picture.ts'
import { root, startThumbturn } from './running.ts'
import { fillBasket, findWalletFrame, firstCheckout, payWithPip } from './shop/situations.ts'
import { signUp } from './situations.ts'

const folder = 'docs/screenshots'
const only = process.argv[2]

const people: Record<string, string> = { light: 'ada', dark: 'grace', phone: 'hedy', 'phone-dark': 'joan' }

async function walkThrough(chromium: Browser, baseURL: string, look: string): Promise<void> {
  const context = await chromium.newContext({ ...looks[look], baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await page.goto('/demo/')
  await page.getByText('version').waitFor()
  await take(page, `${folder}/welcome-${look}`)

  await signUp(page, `${people[look]}@example.com`)
  await page.getByText('Signature verified in this page').waitFor()
  await page.getByText('in use now').waitFor()
  await take(page, `${folder}/account-${look}`, { fullPage: look === 'light' || look === 'dark' })
  await context.close()
}

/** The bank: a transfer waiting for the passkey. */
async function visitBank(chromium: Browser, baseURL: string, look: string): Promise<void> {
  const context = await chromium.newContext({ ...looks[look], baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await openAccount(page, `${people[look]}@example.com`)
  await prepare(page, '25')
  await page.getByText('What is signed').click()
  await expect(page.getByText('Your account is open.')).toBeHidden({ timeout: 10_000 })
  await take(page, `${folder}/bank-transfer-${look}`, { fullPage: true })
  await context.close()
}

/** The shop: the wallet in its page, at a second checkout. */
async function visitShop(chromium: Browser, baseURL: string, look: string): Promise<void> {
  const context = await chromium.newContext({ ...looks[look], baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await firstCheckout(page)
  await fillBasket(page)
  await payWithPip(page)
  await expect(findWalletFrame(page).getByText('€28.00')).toBeVisible()
  await take(page, `${folder}/shop-checkout-${look}`)
  await context.close()
}

buildDemo()
await mkdir(join(root, folder), { recursive: true })
// A fixed port, because it is in the pictures.
const running = await startThumbturn(Number(process.env.PORT ?? 4300), { CONNECTOR_NETWORKS: '127.0.0.0/8,::1/128' })
const launched = await chromium.launch(browser)
const wants = (name: string) => only === undefined || only === name
if (wants('demo')) for (const look of Object.keys(looks)) await walkThrough(launched, running.url, look)
if (wants('quickstart')) await photographQuickstart(launched, running.url)
if (wants('bank') || wants('shop')) {
  const demos = await startDemos(running, ['bank', 'shop', 'wallet'])
  for (const look of ['light', 'dark', 'phone']) {
    if (wants('bank')) await visitBank(launched, demos.addresses.bank, look)
    if (wants('shop')) await visitShop(launched, demos.addresses.shop, look)
  }
  await demos.stop()
}
if (wants('dashboard')) await photographDashboard(launched, running)
await launched.close()
await running.stop()
