import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { glossary } from '../src/glossary.ts'
import { guide, hydrated, read, repository, routes } from './site.ts'

const attested = '/reference-documentation/fundamentals/attestation/'

test('a word of the glossary has its meaning, by pointer and by focus, until Escape', async ({
  page,
  noViolations,
}) => {
  await page.goto(attested)
  await hydrated(page)
  const word = page.locator('.markdown .term').first()
  const meaning = page.getByRole('tooltip')
  await expect(meaning).toHaveCount(0)
  await word.hover()
  await expect(meaning).toBeVisible()
  await meaning.hover()
  await expect(meaning).toBeVisible()
  await page.locator('h1').hover()
  await expect(meaning).toHaveCount(0)
  await word.focus()
  await expect(meaning).toBeVisible()
  await expect(word).toHaveAttribute('aria-describedby', (await meaning.getAttribute('id'))!)
  await noViolations()
  await page.keyboard.press('Escape')
  await expect(meaning).toHaveCount(0)
  await word.press('Enter')
  await expect(page).toHaveURL(/glossary\/#/)
})

test('words are marked in prose only, each once, and not their meanings in Markdown', () => {
  let marked = 0
  for (const route of routes.filter((route) => !route.startsWith('/partials/'))) {
    const ids = [...read(`${route}index.html`).matchAll(/class="?term"? href="?[^"\s>]*#([\w-]+)/g)].map(([, id]) => id)
    expect(new Set(ids).size, route).toBe(ids.length)
    expect(ids.filter((id) => !(id! in glossary))).toEqual([])
    marked += ids.length
    if (ids.length > 0) expect(read(`${route}index.md`)).not.toContain(glossary.attestation.means)
  }
  expect(marked).toBeGreaterThan(30)
})

test('pages link to their source, and feedback becomes an issue, in the repository that package.json names', async ({
  page,
}) => {
  await page.goto(guide)
  await hydrated(page)
  const edit = page.getByRole('link', { name: 'Edit this page' })
  await expect(edit).toHaveAttribute('href', new RegExp(`^${repository}/edit/main/apps/docs/docs/.+\\.mdx$`))
  await expect(page.locator('footer').getByRole('link', { name: 'Source' })).toHaveAttribute('href', repository)
  await page.getByText('Something wrong or missing on this page?').click()
  const issue = page.getByRole('link', { name: 'Open an issue' })
  await expect(issue).toHaveAttribute('href', new RegExp(`^${repository}/issues/new\\?title=Documentation`))
})

test('feedback is a text for the clipboard, and the page sends and keeps nothing', async ({
  page,
  context,
  noViolations,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(guide)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  // Pages ahead are fetched all the while.
  page.on('request', (request) => /\/assets\/js\//.test(request.url()) || sent.push(request.url()))
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await page.getByText('Something wrong or missing on this page?').click()
  await page.getByLabel(/What did you look for/).fill('How long does a token live?')
  await noViolations()
  await page.getByRole('button', { name: 'Copy text' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('How long does a token live?')
  expect(copied).toContain(`Page: ${guide}`)
  expect(sent).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before)
})

test('on a phone the console fits, and answers', async ({ page, noViolations }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/next/api/#version')
  await hydrated(page)
  const operation = page.locator('.operation').filter({ has: page.locator('#version') })
  await operation.getByRole('button', { name: 'Try it' }).click()
  const form = operation.getByRole('form')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.locator('output')).toContainText('"version"')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await noViolations()
})

for (const route of ['/reference-documentation/mobile/ios/', '/user-scenario/checkout/wallet/ios/']) {
  test(`on a phone the Objective-C of ${route} is read without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(route)
    await hydrated(page)
    const tab = page.getByRole('tab', { name: 'Objective-C' }).first()
    if (await tab.isVisible()) await tab.click()
    const samples = page.locator('pre.language-objectivec:visible')
    await expect(samples).not.toHaveCount(0)
    for (const sample of await samples.all())
      expect(await sample.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
}
