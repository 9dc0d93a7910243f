import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { findMedian } from '@thumbturn/testkit/statistics.ts'

type Cookies = Exclude<BrowserContextOptions['storageState'], undefined>

type Interaction = { name: string; ms: number }

/** The median of `runs` runs; each returns what has to be undone or left before the next one. */
async function time(runs: number, run: (index: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < runs; index++) {
    const begun = performance.now()
    await run(index)
    times.push(performance.now() - begun)
  }
  return findMedian(times)
}

const queries = ['sign in', 'passkey autofill', 'postgres', 'verify token', 'rate limits', 'attestation', 'backup']

/** From the last letter of a query to its results. */
export async function measureSearch(browser: Browser, baseURL: string): Promise<Interaction[]> {
  const page = await browser.newPage({ baseURL })
  await page.goto('/')
  await page.locator('html[data-has-hydrated="true"]').waitFor()
  const box = page.getByRole('combobox', { name: 'Search' })
  const begun = performance.now()
  await page.keyboard.press('Control+k')
  await page.locator('input[placeholder="Search"]').waitFor()
  const opening = performance.now() - begun
  const searching = await time(queries.length, async (index) => {
    await box.fill(queries[index]!)
    await page.getByText(/^(Top )?\d+ results?$/).waitFor()
    await box.fill('')
    await page.getByText('Popular pages').waitFor()
  })
  await page.close()
  return [
    { name: 'website: open the search', ms: opening },
    { name: 'website: type a query, see results, and clear it', ms: searching },
  ]
}

const places: readonly [link: string, seen: (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['Users', (page) => page.getByRole('heading', { name: 'Users', level: 1 })],
  ['Logs', (page) => page.getByRole('heading', { name: 'Logs', level: 1 })],
  ['Keys', (page) => page.getByRole('table', { name: 'Signing keys' })],
  ['Settings', (page) => page.getByLabel('Passkeys per user')],
]

const rounds = 3

/** From a click on a link of the navigation to what the page shows of its data. */
export async function measureDashboard(
  browser: Browser,
  baseURL: string,
  storageState: Cookies,
): Promise<Interaction[]> {
  const page = await browser.newPage({ baseURL, storageState })
  await page.goto('/dashboard/applications/demo')
  const navigation = page.getByRole('navigation').first()
  const found: Interaction[] = []
  for (const [link, seen] of places) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await navigation.getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL(/applications\/demo\/?$/)
      const begun = performance.now()
      await navigation.getByRole('link', { name: link, exact: true }).click()
      await seen(page).first().waitFor()
      times.push(performance.now() - begun)
    }
    found.push({ name: `dashboard: open ${link}`, ms: findMedian(times) })
  }
  await page.close()
  return found
}
