import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A phone, where what arrives late moves the most. */
test.use({ viewport: { width: 390, height: 844 } })

/** Each page, and what shows that all of its data has arrived. */
const pages: readonly [path: string, seen: (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['', (page) => page.getByRole('heading', { name: 'Setup', exact: true })],
  ['/sites', (page) => page.getByText('Every request is denied until Thumbturn trusts the proxy')],
]

test('what the setup check finds is there with the page, so nothing moves', async ({ page, thumbturn }) => {
  const { url, command } = thumbturn
  command('app', 'create', 'still', '--rp-id', 'localhost', '--origin', url)
  command('site', 'create', 'still', 'wiki.localhost')
  // Everything else is there by then.
  await page.route('**/applications/still/checks', async (route) => {
    await pause(250)
    await route.continue()
  })
  await page.addInitScript(() => {
    Object(globalThis).shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object(globalThis).shifted += Object(entry).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // On a busy machine, a page stops waiting for the findings: then, it is loaded again.
  for (const [path, seen] of pages)
    await expect(async () => {
      await page.goto(`/dashboard/applications/still${path}`)
      await expect(seen(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('shifted')).toBeLessThan(0.05)
    }).toPass()
})
