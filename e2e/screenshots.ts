// node e2e/screenshots.ts [demo|bank|shop]: pictures for the README and the documentation, in docs/screenshots/.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import { openAccount, prepare } from './bank/situations.ts'
import { browser } from './browser.ts'
import buildDemo from './build-demo.ts'
import { startDemos } from './demos.ts'
import { createDevice } from './device.ts'
import { root, startThumbturn } from './running.ts'
import { fillBasket, findWalletFrame, firstCheckout, payWithPip } from './shop/situations.ts'
import { signUp } from './situations.ts'

const folder = join(root, 'docs/screenshots')
const largest = 300_000
const only = process.argv[2]

const desktop = { width: 1280, height: 800 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: desktop, colorScheme: 'light' },
  dark: { viewport: desktop, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
}

const people: Record<string, string> = { light: 'ada', dark: 'grace', phone: 'hedy', 'phone-dark': 'joan' }

async function take(page: Page, name: string, fullPage = false): Promise<void> {
  const path = join(folder, `${name}.png`)
  await page.mouse.move(0, 0)
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(path)
  if (size > largest) throw new Error(`${name}.png has ${size} bytes, more than ${largest}`)
  console.log(`${name}.png ${Math.round(size / 1000)} kB`)
}

async function walkThrough(chromium: Browser, baseURL: string, look: string): Promise<void> {
  const context = await chromium.newContext({ ...looks[look], baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  await createDevice(page)
  await page.goto('/demo/')
  await page.getByText('version').waitFor()
  await take(page, `welcome-${look}`)

  await signUp(page, `${people[look]}@example.com`)
  await page.getByText('Signature verified in this page').waitFor()
  await page.getByText('in use now').waitFor()
  await take(page, `account-${look}`, look === 'light' || look === 'dark')
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
  await take(page, `bank-transfer-${look}`, true)
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
  await take(page, `shop-checkout-${look}`)
  await context.close()
}

buildDemo()
await mkdir(folder, { recursive: true })
// A fixed port, because it is in the pictures.
const running = await startThumbturn(Number(process.env.PORT ?? 4300))
const launched = await chromium.launch(browser)
const wants = (name: string) => only === undefined || only === name
if (wants('demo')) for (const look of Object.keys(looks)) await walkThrough(launched, running.url, look)
if (wants('bank') || wants('shop')) {
  const demos = await startDemos(running, ['bank', 'shop', 'wallet'])
  for (const look of ['light', 'dark', 'phone']) {
    if (wants('bank')) await visitBank(launched, demos.addresses.bank, look)
    if (wants('shop')) await visitShop(launched, demos.addresses.shop, look)
  }
  await demos.stop()
}
await launched.close()
await running.stop()
