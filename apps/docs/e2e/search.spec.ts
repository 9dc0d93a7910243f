import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { currentApi } from '@thumbturn/contract/current/api.ts'
import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import type { Section } from '../src/search/found.ts'
import type { SearchIndex } from '../src/search/inverted-index.ts'
import { searchIn } from '../src/search/search.ts'
import { queries } from './search-queries.ts'
import { built, hold, hydrated, read } from './site.ts'

const sections = JSON.parse(read('search-doc.json')) as Section[]
const search = searchIn(sections, JSON.parse(read('lunr-index.json')) as SearchIndex)

test('what a hundred readers type finds the right page among the first three', () => {
  expect(queries.length).toBeGreaterThanOrEqual(100)
  const lost = queries.filter(([query, ...pages]) => {
    const found = search(query).slice(0, 3)
    return !found.some(({ url }) => pages.includes(url.split('#')[0]!))
  })
  expect(
    lost.map(
      ([query]) =>
        `${query}: ${search(query)
          .map(({ url }) => url)
          .slice(0, 3)
          .join(' ')}`,
    ),
  ).toEqual([])
})

test('what is before the current API comes after it', () => {
  const order = search(currentApi.routes.authInit.summary).map(({ url }) => url.split('#')[0])
  expect(order[0]).toBe('/next/api/')
})

test('the two files are small enough to be fetched when they are needed', () => {
  const size = ['search-doc.json.br', 'lunr-index.json.br'].map((path) => statSync(join(built, path)).size)
  expect(size[0]! + size[1]!).toBeLessThan(160_000)
})

test('every page is among the first three that are found by its title', () => {
  const pages = sections.filter(({ url }) => !url.includes('#'))
  // A title that several pages share needs more words to find one of them.
  const lost = pages.filter(({ page }) => {
    const found = search(page).slice(0, 3)
    return !found.some((one) => one.page === page)
  })
  expect(lost.map(({ url, page }) => `${page} (${url})`)).toEqual([])
})

async function openSearch(page: Page) {
  await page.keyboard.press('ControlOrMeta+k')
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toHaveAttribute('placeholder', 'Search')
  return box
}

test('it says Loading... until both files are there, and Search from then on', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await hold(page, /search-doc\.json/)
  await page.goto('/')
  await hydrated(page)
  expect(asked).not.toContain('/lunr-index.json')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const box = page.getByRole('combobox', { name: 'Search' })
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('placeholder', 'Loading...')
  release()
  await expect(box).toHaveAttribute('placeholder', 'Search')
  expect(asked).toContain('/search-doc.json')
  expect(asked).toContain('/lunr-index.json')
})

test('Ctrl+K opens it, at most eight are found by area, and choosing one leads there and highlights', async ({
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
  await expect(page.getByRole('group', { name: 'Popular pages' }).getByRole('option')).not.toHaveCount(0)
  await noViolations()
  await box.fill('passkey')
  await expect(page.getByText('Top 8 results')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(8)
  await expect(page.getByRole('group', { name: 'Guides' })).toBeVisible()
  await noViolations()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(box).toHaveValue('')
  await box.fill('conditional create')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/security/)
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('search')?.size ?? 0)).toBeGreaterThan(0)
})

test('it finds operations of the APIs', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const box = await openSearch(page)
  await box.fill(currentApi.routes.txComplete.summary)
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/next\/api\/#txComplete/)
})

for (const [missing, remove] of [
  ['CSS.highlights', () => void Object.defineProperty(CSS, 'highlights', { value: undefined })],
  ['Highlight', () => void Reflect.deleteProperty(window, 'Highlight')],
] as const)
  test(`a browser without ${missing} gets marks around the words`, async ({ page, noViolations }) => {
    await page.addInitScript(remove)
    await page.goto('/security/')
    await hydrated(page)
    const box = await openSearch(page)
    await box.fill('attestation')
    await page.getByRole('option').first().click()
    await expect(page).not.toHaveURL(/security/)
    const marks = page.locator('article mark')
    await expect(marks.first()).toHaveText(/attestation/i)
    const text = await page.locator('article').innerText()
    await noViolations()
    await page.goBack()
    await expect(page).toHaveURL(/security/)
    await expect(marks).toHaveCount(0)
    await page.goForward()
    await expect(marks.first()).toBeVisible()
    expect(await page.locator('article').innerText()).toBe(text)
  })

for (const width of [320, 390, 700, 900])
  test(`at ${width} pixels, results are as wide as they can be read, and leave the field visible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await hydrated(page)
    const box = await openSearch(page)
    await box.fill('passkey')
    const option = page.getByRole('option').first()
    await expect(option).toBeVisible()
    const [field, result] = [(await box.boundingBox())!, (await option.boundingBox())!]
    expect(result.width).toBeGreaterThanOrEqual(Math.min(width - 40, 600))
    expect(result.x).toBeGreaterThanOrEqual(0)
    expect(result.x + result.width).toBeLessThanOrEqual(width)
    expect(result.y).toBeGreaterThanOrEqual(field.y + field.height)
  })

test('on a Mac it is the command key', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }))
  await page.goto('/')
  await hydrated(page)
  await expect(page.locator('.search-hint')).toHaveText('⌘K')
  await page.keyboard.press('Meta+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
})
