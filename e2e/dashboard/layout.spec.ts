import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A list, or the heading of an empty one: other tests add to the application at the same time. */
const findList = (page: Page) => page.getByRole('heading', { level: 2 }).or(page.getByRole('table'))

/** Each page, and what shows that its data has arrived. */
const pages: readonly [path: string, seen: (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['', (page) => page.getByRole('link', { name: /^Thumbturn demo/ })],
  ['/applications/new', (page) => page.getByLabel('Website')],
  ['/applications/demo', (page) => page.getByRole('heading', { name: 'Connection' })],
  ['/applications/demo/users', findList],
  ['/applications/demo/groups', (page) => page.getByRole('button', { name: 'Create a group' })],
  ['/applications/demo/clients', (page) => page.getByRole('link', { name: 'Add a client' })],
  ['/applications/demo/clients/-/new', (page) => page.getByRole('button', { name: 'Grafana' })],
  ['/applications/demo/apis', (page) => page.getByRole('link', { name: 'Add an API' })],
  ['/applications/demo/apis/new', (page) => page.getByLabel('URI')],
  ['/applications/demo/sites', (page) => page.getByRole('link', { name: 'Protect a site' })],
  ['/applications/demo/sites/new', (page) => page.getByLabel('Host')],
  ['/applications/demo/logs', (page) => page.getByRole('table', { name: 'Events' })],
  ['/applications/demo/connectors', (page) => page.getByRole('link', { name: 'Add a connector' })],
  ['/applications/demo/connectors/new', (page) => page.getByRole('button', { name: /^Splunk/ })],
  ['/applications/demo/keys', (page) => page.getByRole('table', { name: 'Signing keys' })],
  ['/applications/demo/authenticators', (page) => page.getByPlaceholder('Block an authenticator')],
  ['/applications/demo/settings', (page) => page.getByLabel('Passkeys per user')],
  ['/applications/demo/messages', (page) => page.getByRole('article', { name: 'Email' })],
  ['/applications/demo/access', findList],
  ['/applications/demo/outbox', findList],
  ['/members', (page) => page.getByRole('table', { name: 'Members' })],
  ['/directory', (page) => page.getByRole('heading', { name: 'Groups and roles' })],
  ['/audit', (page) => page.getByRole('list', { name: 'Changes' })],
  ['/account', (page) => page.getByRole('table', { name: 'Sessions' })],
  ['/checks', (page) => page.getByRole('heading', { name: 'Database' })],
  ['/nowhere', (page) => page.getByText('There is no page at this address')],
]

const groups = {
  'of applications': pages.filter(([path]) => path.startsWith('/applications')),
  'of the installation': pages.filter(([path]) => !path.startsWith('/applications')),
}

// One window for many pages: opening one for each would take half of the time.
for (const [name, group] of Object.entries(groups)) {
  test(`no page ${name} has accessibility violations in light and dark colors, or is wider than a phone`, async ({
    page,
    noViolations,
  }) => {
    test.setTimeout(600_000)
    for (const [path, seen] of group) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1280, height: 720 })
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(`/dashboard${path}`)
        await expect(seen(page).first()).toBeVisible()
        await noViolations()
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        // Everything else is the same in both.
        await noViolations('color-contrast')
        await page.setViewportSize({ width: 390, height: 844 })
        await expect(seen(page).first()).toBeVisible()
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
      })
    }
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the navigation opens', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Navigation', exact: true }).tap()
    await page.getByRole('link', { name: 'Setup check' }).tap()
    await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
