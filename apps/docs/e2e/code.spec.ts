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

test('a button to copy code is visible without a pointer', async ({ page }) => {
  await page.goto(guide)
  await hydrated(page)
  const button = page.locator('.theme-code-block').first().getByRole('button', { name: /Copy/ })
  await expect(button).toHaveCSS('opacity', '1')
})

test('in a shell, commands and options have a color, and arguments have none', async ({ page }) => {
  await page.goto('/quickstarts/vite-react/')
  const block = page.locator('.language-sh', { hasText: 'npx thumbturn app set' }).first()
  const read = (type: string) => block.locator(`.token.${type}`).allTextContents()
  const commands = await read('command')
  expect(new Set(commands)).toEqual(new Set(['npx']))
  expect(await read('parameter')).toContain('--origin')
  expect(await read('builtin')).toEqual([])
})
