import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { root } from '../running.ts'
import { test as base, expect } from './fixtures.ts'

type EachWorker = {
  /** The path of the reports of an application with made-up users and events. */
  reports: string
}

const test = base.extend<object, EachWorker>({
  reports: [
    async ({ thumbturn }, use) => {
      const options = ['--app', 'sample', '--users', '40', '--days', '20', '--events', '600']
      execFileSync(process.execPath, ['scripts/run/demo-data.ts', ...options], {
        cwd: root,
        env: { ...process.env, DATA_DIR: thumbturn.data },
      })
      await use('/dashboard/applications/sample/analytics')
    },
    { scope: 'worker' },
  ],
})

/** Each report, and what shows that its counts have arrived. */
const parts: readonly [path: string, seen: (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['', (page) => page.getByRole('img', { name: /^Authentications, .* completed/ })],
  ['/sign-ins', (page) => page.getByRole('figure', { name: 'Errors by reason' })],
  ['/devices', (page) => page.getByRole('figure', { name: 'Types of clients' })],
  ['/authenticators', (page) => page.getByRole('figure', { name: 'Top authenticators' })],
  ['/adoption', (page) => page.getByRole('link', { name: /^Offered\s*\d+ · 100%/ })],
]

test('no report has accessibility violations in light and dark colors, or is wider than a phone', async ({
  page,
  noViolations,
  reports,
}) => {
  test.slow()
  for (const [path, seen] of parts) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${reports}${path}`)
      await expect(seen(page)).toBeVisible()
      await noViolations()
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await noViolations('color-contrast')
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(seen(page)).toBeVisible()
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
    })
  }
})

test('a chart has a table, whose numbers lead to their events, and is saved as CSV and PNG', async ({
  page,
  reports,
}) => {
  await page.goto(`${reports}?period=12m&timeZone=UTC`)
  await expect(page.getByRole('definition').filter({ hasText: '40 passkeys' })).toContainText('40')
  await page.getByLabel('Metric').selectOption('Registrations')
  await expect(page).toHaveURL(/metric=registrations/)
  const download = async (item: string) => {
    await page.getByRole('button', { name: 'Download Registrations' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFile(await file.path())
  }
  expect((await download('Chart as PNG')).subarray(1, 4).toString()).toBe('PNG')
  expect((await download('Data as CSV')).toString()).toMatch(/^start,end,success\r\n/)
  await page.getByRole('button', { name: 'Show Registrations as table' }).click()
  const row = page.getByRole('table', { name: 'Registrations' }).getByRole('row')
  await expect(row).toHaveCount(13)
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/applications\/sample\/logs\?type=fido2\.passkey\.reg\.success&since=.*&until=/)
})

test('the arrow keys walk through the columns of a chart, and Enter opens the events of one', async ({
  page,
  reports,
}) => {
  await page.goto(`${reports}?period=12m&timeZone=UTC`)
  const column = page.getByRole('slider', { name: 'Chart column' })
  await page.getByRole('button', { name: 'Download Authentications' }).focus()
  await page.keyboard.press('Tab')
  await expect(column).toBeFocused()
  await page.keyboard.press('Home')
  const first = await column.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(column).toHaveAttribute('aria-valuetext', /: \d+ completed/)
  await expect(column).not.toHaveAttribute('aria-valuetext', first ?? '')
  const [title = ''] = ((await column.getAttribute('aria-valuetext')) ?? '').split(':')
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/applications\/sample\/logs\?type=fido2\.passkey\.auth&since=.*&until=/)
})

test('the adoption counts every registration, and a report keeps its period', async ({ page, reports }) => {
  await page.goto(`${reports}?period=90d`)
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Adoption' }).click()
  await expect(page).toHaveURL(/analytics\/adoption\?period=90d$/)
  await expect(page.getByRole('link', { name: /^Created\s*40 ·/ })).toBeVisible()
  await page.getByLabel('Period').selectOption('Custom')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tok')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(page).toHaveURL(/timeZone=Asia%2FTokyo/)
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-01-31')
  await expect(page.getByText('No registrations were started in this period.')).toBeVisible()
})

test('an application without users explains what will be counted', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/analytics')
  await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Open quickstart' }).click()
  await expect(page.getByRole('tab', { name: 'React' })).toBeVisible()
})

test.describe('west of Greenwich', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('the chart of an application begins 29 days ago', async ({ page, reports }) => {
    await page.goto(reports.replace('/analytics', ''))
    const firstDay = await page.evaluate(() => {
      const day = new Date()
      day.setDate(day.getDate() - 29)
      return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(day)
    })
    await expect(page.getByRole('figure').getByText(firstDay, { exact: true })).toBeVisible()
  })
})
