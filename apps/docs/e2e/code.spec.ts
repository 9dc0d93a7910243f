import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { guide, hydrated } from './site.ts'

const tokens = '.prism-code .token.keyword'

for (const colorScheme of ['light', 'dark'] as const)
  test(`code is highlighted without scripts in a browser that prefers ${colorScheme}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL!, colorScheme, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(guide)
    const [word, block] = [page.locator(tokens).first(), page.locator('.prism-code').first()]
    const readColor = (element: Element) => getComputedStyle(element).color
    expect(await word.evaluate(readColor)).not.toBe(await block.evaluate(readColor))
    await context.close()
  })

test('the page that is loaded first keeps its code as it is, and later pages load the highlighter', async ({
  page,
}) => {
  await page.goto(guide)
  const first = await page.locator('.prism-code').first().innerHTML()
  await hydrated(page)
  expect(await page.locator('.prism-code').first().innerHTML()).toBe(first)
  await page.locator('.theme-doc-sidebar-menu').getByRole('link', { name: 'Sign in from autofill' }).click()
  await expect(page).toHaveURL(/autofill/)
  await expect(page.locator(tokens).first()).toBeVisible()
})
