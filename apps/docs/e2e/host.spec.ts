import { test as base, expect } from '@playwright/test'
import { foreignRequests, guide, hydrated, routes } from './site.ts'
import { startStaticHost } from './static-host.ts'

/** A page on a host of files without a service; `complaints` is what its console complains about. */
const test = base.extend<{ redirects: boolean; complaints: string[] }>({
  redirects: [true, { option: true }],
  baseURL: async ({ redirects }, use) => {
    const host = await startStaticHost(redirects ? { trailingSlash: true } : {})
    await use(host.url)
    await host.stop()
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(complaints)
  },
})

for (const redirects of [true, false]) {
  test.describe(redirects ? 'on a host that adds the slash' : 'on a host that redirects nothing', () => {
    test.use({ redirects })

    test('every page is there, and so is everything that it loads', async ({ request }) => {
      for (const route of routes) {
        const answer = await request.get(route)
        expect([answer.status(), answer.headers()['content-type']], route).toEqual([200, 'text/html; charset=utf-8'])
        expect((await request.get(`${route}page-data.json`)).status(), route).toBe(200)
      }
    })

    test('security.txt names where to report vulnerabilities of Thumbturn, and until when that is confirmed', async ({
      request,
    }) => {
      const answer = await request.get('/.well-known/security.txt')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      const text = await answer.text()
      expect(text).toMatch(/^Contact: https:\/\/\S+\/security\/advisories\/new$/m)
      expect(Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)).toBeGreaterThan(Date.now())
    })

    test('pages are hydrated and send no request to another host', async ({ page, complaints }) => {
      const foreign = foreignRequests(page)
      const failed: string[] = []
      page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()))
      for (const path of ['/', guide, '/next/api/', '/which-flow/', '/partials/setup-sdk/']) {
        await page.goto(path)
        await hydrated(page)
      }
      await page.goto('/security/')
      await hydrated(page)
      await page.locator('.footer').getByRole('link', { name: 'Sign-in' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with a passkey')
      expect({ foreign, failed, complaints }).toEqual({ foreign: [], failed: [], complaints: [] })
    })

    test('an address without its slash is the page', async ({ page, complaints }) => {
      await page.goto('/analytics')
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
      await page.locator('article').getByRole('link').first().click()
      await expect(page).not.toHaveURL(/analytics$/)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toHaveCount(0)
      expect(complaints).toEqual([])
    })

    test('an unknown path is the not-found page with status 404', async ({ page }) => {
      const answer = await page.goto('/no/such/page/')
      expect(answer?.status()).toBe(404)
      await hydrated(page)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    })

    test('search works', async ({ page }) => {
      await page.goto('/')
      await hydrated(page)
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Search' })
      await expect(box).toHaveAttribute('placeholder', 'Search')
      await box.fill('Account recovery')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/account-recovery/)
    })
  })
}
