// node e2e/site-screenshots.ts [folder]: pictures of the built website, light, dark and on a phone.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import { browser } from './browser.ts'
import { root, startThumbturn } from './running.ts'

const folder = process.argv[2] ?? join(root, 'docs/screenshots')
const only = process.argv[3]

const desktop = { width: 1440, height: 900 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: desktop, colorScheme: 'light' },
  dark: { viewport: desktop, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
}

const pages: Record<string, string> = {
  home: '/',
  chooser: '/which-flow/?task=enter&accounts=password&enough=codes',
  benchmarks: '/benchmarks/',
  guide: '/user-scenario/authentication/sign-in/sign-in-passkey/',
  reference: '/next/api/#authInit',
}

await mkdir(folder, { recursive: true })
const running = await startThumbturn(Number(process.env.PORT ?? 4300))
const launched = await chromium.launch(browser)
for (const [look, options] of Object.entries(looks)) {
  const context = await launched.newContext({ ...options, baseURL: running.url, locale: 'en-GB' })
  for (const [name, path] of Object.entries(pages)) {
    if (only && only !== name) continue
    const page = await context.newPage()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `site-${name}-${look}.png`), animations: 'disabled' })
    await page.close()
  }
  await context.close()
}
await launched.close()
await running.stop()
