import { createRequire } from 'node:module'
import { join } from 'node:path'
import { currentApi } from '@thumbturn/contract/current/api.ts'
import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { root } from '@thumbturn/e2e/running.ts'
import { searchIn } from '../src/search/search.ts'
import { hold, hydrated, read } from './site.ts'

const lunr = createRequire(join(root, 'apps/docs/package.json'))('lunr')

test('every page is among the first three that are found by its title', () => {
  const sections = JSON.parse(read('search-doc.json')) as { url: string; page: string; heading: string; text: string }[]
  const search = searchIn(lunr, sections, lunr.Index.load(JSON.parse(read('lunr-index.json'))))
  const pages = sections.filter(({ url }) => !url.includes('#'))
  // A title that several pages share needs more words to find one of them.
  const lost = pages.filter(({ page }) => {
    const found = search(page).slice(0, 3)
    return !found.some((one) => one.page === page)
  })
  expect(lost.map(({ url, page }) => `${page} (${url})`)).toEqual([])
})

test('it says Loading... until both files are there, and Search from then on', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await hold(page, /search-doc\.json/)
  await page.goto('/')
  await hydrated(page)
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toHaveAttribute('placeholder', 'Loading...')
  await box.focus()
  release()
  await expect(box).toHaveAttribute('placeholder', 'Search')
  expect(asked).toContain('/search-doc.json')
  expect(asked).toContain('/lunr-index.json')
})

test('Ctrl+K opens it, at most eight are found, and choosing one leads there and highlights', async ({
  page,
  noViolations,
}) => {
  await page.goto('/security/')
  await hydrated(page)
  await expect(page.locator('.search-hint')).toHaveText('CtrlK')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('placeholder', 'Search')
  await box.fill('passkey')
  await expect(page.getByRole('option')).toHaveCount(8)
  await noViolations()
  await box.fill('conditional create')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/security/)
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('search')?.size ?? 0)).toBeGreaterThan(0)
})

test('it finds operations of the APIs', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toHaveAttribute('placeholder', 'Search')
  await box.fill(currentApi.routes.txComplete.summary)
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/next\/api\/#txComplete/)
})

test('on a Mac it is the command key', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }))
  await page.goto('/')
  await hydrated(page)
  await expect(page.locator('.search-hint')).toHaveText('⌘K')
  await page.keyboard.press('Meta+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
})

for (const [word, page] of [
  ['docker', 'install'],
  ['systemd', 'install'],
  ['nginx', 'proxies'],
  ['caddy', 'proxies'],
  ['kubernetes', 'kubernetes'],
] as const)
  test(`the page for operators is found by ${word}`, async ({ page: tab }) => {
    await tab.goto('/')
    await tab.keyboard.press('Control+k')
    await tab.getByRole('combobox', { name: 'Search' }).fill(word)
    await tab.getByRole('option').first().click()
    await expect(tab).toHaveURL(new RegExp(`/operate/${page}/`))
  })

for (const language of ['Python', 'Go', 'PHP', 'Java', 'Ruby', 'dotnet'])
  test(`the page about verifying tokens is found by ${language}`, async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(language)
    const found = page.getByRole('option', { name: /Python, Go, PHP, Java, Ruby, and \.NET/ })
    await expect(found).toBeVisible()
    await found.click()
    await expect(page).toHaveURL(/\/backend-integration\/verify-token\/#languages/)
  })
