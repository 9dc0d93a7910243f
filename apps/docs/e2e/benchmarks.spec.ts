import { newestResults } from '@thumbturn/bench/newest-results.ts'
import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { read } from './site.ts'

test('the page of benchmarks shows the newest figures, and the days that were measured', async ({ page }) => {
  const { signIns, anonymous } = newestResults()
  await page.goto('/benchmarks/')
  for (const { perSecond = 0, cpuEach = 0 } of signIns.results) {
    const bars = page.locator('.bench')
    await expect(bars.nth(0)).toContainText(`${Math.round(cpuEach).toLocaleString('en')} µs`)
    await expect(bars.nth(1)).toContainText(Math.round(perSecond).toLocaleString('en'))
  }
  await expect(page.getByText(`${anonymous.rowsAdded} rows added`)).toBeVisible()
  expect(await page.getByRole('row').count()).toBeGreaterThan(signIns.results.length + 1)
})

test('Markdown has what a page says in whole sentences', () => {
  const markdown = read('/benchmarks/index.md')
  expect(markdown).toMatch(/A full sign-in costs [\d.]+ ms of CPU time/)
  expect(markdown).not.toContain('<!--')
})
