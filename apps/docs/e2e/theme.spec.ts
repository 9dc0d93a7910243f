import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { guide, hydrated, read, routes } from './site.ts'

for (const [preference, paper] of [
  ['dark', 'rgb(12, 19, 17)'],
  ['light', 'rgb(242, 245, 244)'],
] as const) {
  test(`without scripts, a page is ${preference} for a reader who prefers that`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false, colorScheme: preference })
    await page.goto(guide)
    const html = page.locator('html')
    await expect(html).toHaveCSS('background-color', paper)
    await expect(html).toHaveCSS('color-scheme', preference)
    await expect(page.locator('.navbar__logo img:visible')).toHaveAttribute('src', new RegExp(`mark-${preference}`))
    await page.close()
  })
}

test('with and without scripts, a page has the same colors', async ({ page, browser, baseURL }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const still = await browser.newPage({ baseURL, javaScriptEnabled: false, colorScheme })
    await still.goto(guide)
    await page.emulateMedia({ colorScheme })
    await page.goto(guide)
    await hydrated(page)
    const read = () =>
      ['body', '.navbar', 'article h1', 'article a', 'article code', '.theme-code-block', '.footer'].map((selector) => {
        const { backgroundColor, color, borderColor } = getComputedStyle(document.querySelector(selector)!)
        return [selector, backgroundColor, color, borderColor]
      })
    expect(await still.evaluate(read)).toEqual(await page.evaluate(read))
    await still.close()
  }
})

test('a category of the sidebar opens and closes, eased in and out', async ({ page }) => {
  await page.goto(guide)
  await hydrated(page)
  const item = page.locator('.theme-doc-sidebar-menu > li').filter({ hasText: /^Migrate/ })
  const list = item.locator('> ul')
  await page.evaluate(() => {
    const seen = window as unknown as { transitions: string[] }
    seen.transitions = []
    new MutationObserver((changes) => {
      for (const { target } of changes) seen.transitions.push((target as HTMLElement).style.transition)
    }).observe(document.querySelector('.theme-doc-sidebar-menu')!, { attributeFilter: ['style'], subtree: true })
  })
  await item.getByRole('button').first().click()
  await expect(list.getByRole('link', { name: 'Hanko' })).toBeVisible()
  const seen = () => page.evaluate(() => (window as unknown as { transitions: string[] }).transitions.join(' '))
  expect(await seen()).toMatch(/height \d+ms ease-in-out/)
  await item.getByRole('button').first().click()
  await expect(list).toBeHidden()
})

test('back to the top goes 0.85 of the way that is left, frame by frame', async ({ page }) => {
  await page.goto('/reference-documentation/web/web-sdk/')
  await hydrated(page)
  await page.evaluate(() => {
    const seen = window as unknown as { steps: [number, number][] }
    seen.steps = []
    const scroll = window.scrollTo.bind(window) as (x: number, y: number) => void
    window.scrollTo = ((x: number, y: number) => {
      seen.steps.push([document.documentElement.scrollTop, y])
      scroll(x, y)
    }) as typeof window.scrollTo
  })
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  await page.mouse.wheel(0, -300) // the button shows to who turns back
  await page.getByRole('button', { name: 'Scroll back to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const steps = await page.evaluate(() => (window as unknown as { steps: [number, number][] }).steps)
  expect(steps.length).toBeGreaterThan(10)
  for (const [from, to] of steps) expect(to).toBe(Math.floor(from * 0.85))
})

test('places in the history have keys of six characters, and plugins the id default', async ({ page }) => {
  await page.goto('/security/')
  await hydrated(page)
  await expect(page.locator('html')).toHaveClass(/plugin-docs plugin-id-default/)
  const keys = new Set<string>()
  for (const name of ['Sign-in', 'Errors', 'Glossary']) {
    await page.locator('.footer').getByRole('link', { name, exact: true }).click()
    await expect(page).not.toHaveURL(/security/)
    keys.add(await page.evaluate(() => (history.state as { key: string }).key))
  }
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]{6}$/)
})

test('labels that are made of a {name} have it filled in, in every page', async ({ page }) => {
  for (const route of routes) {
    const labels = [...read(`${route}index.html`).matchAll(/\b(?:aria-label|title|alt)="([^"]*)"/g)].map(
      ([, said]) => said!,
    )
    // Addresses of operations keep the braces of their parts.
    expect(
      labels.filter((label) => /\{\w+\}/.test(label) && !label.includes(' /')),
      route,
    ).toEqual([])
  }
  await page.goto(guide)
  const heading = page.getByRole('heading', { name: 'Errors' })
  await expect(heading.getByRole('link')).toHaveAttribute('aria-label', 'Direct link to Errors')
})
