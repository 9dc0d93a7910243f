import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const settings = '/dashboard/applications/demo/settings'

/** Controls that reach beyond their row, and rows that reach beyond the page, each with its text. */
const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const name = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)
    const isOutside = (inner: DOMRect, outer: DOMRect) => inner.left < outer.left - 1 || inner.right > outer.right + 1
    const isCut = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden'
    return [...document.querySelectorAll('[data-layout]')].flatMap((row) => {
      const outer = row.getBoundingClientRect()
      const parts = [...row.querySelectorAll('button, input:not([type=radio], [type=checkbox]), select, label, [role]')]
      const wrong = parts.filter((part) => isOutside(part.getBoundingClientRect(), outer) || isCut(part))
      return [...(row.scrollWidth > row.clientWidth + 1 ? [row] : []), ...wrong].map(name)
    })
  })

async function unfoldAll(page: Page): Promise<Locator> {
  const folds = page.locator('details:not([open]) > summary')
  await expect(folds.first()).toBeVisible()
  for (let left = await folds.count(); left > 0; left--) await folds.first().click()
  return page.locator('[data-layout]')
}

for (const width of [1440, 1024, 768, 390]) {
  test(`every control of the settings fits its row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(settings)
    const rows = await unfoldAll(page)
    // All of the contract except the page of authenticators; test/settings.test.ts compares the names.
    expect(await rows.count()).toBeGreaterThan(70)
    await page.getByRole('radio', { name: 'Your own rules' }).check()
    expect(await findOverflow(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })
}

test('a changed setting says so, and is reset to its default', async ({ page, noViolations }) => {
  await page.goto(settings)
  const row = page.locator('#eventRetentionDays')
  await expect(row).not.toContainText('Changed')
  await row.getByRole('textbox').fill('7')
  await expect(row).toContainText('Changed')
  await row.getByRole('button', { name: 'Reset Event retention to the default' }).click()
  await expect(row.getByRole('textbox')).toHaveValue('365')
  await expect(row).not.toContainText('Changed')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await unfoldAll(page)
  await noViolations()
})

test('a duration is changed in the unit that the member chooses', async ({ page }) => {
  await page.goto(settings)
  const row = page.locator('#accessTokenSeconds')
  await expect(row.getByRole('textbox')).toHaveValue('10')
  await row.getByLabel('Unit of Access token lifetime').selectOption('hours')
  await expect(row.getByRole('textbox')).toHaveValue('10')
  await row.getByLabel('Unit of Access token lifetime').selectOption('days')
  await expect(row).toContainText('Must be at most 1 day')
})

test('the list of sections follows the page, a search finds folded settings, and a link opens them', async ({
  page,
}) => {
  await page.goto(settings)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.locator('[aria-current]')).toHaveText('General')
  await page.getByRole('region', { name: 'Email and SMS' }).scrollIntoViewIfNeeded()
  await sections.getByRole('link', { name: 'Payments' }).click()
  await expect(sections.locator('[aria-current]')).toHaveText('Payments')

  await page.getByRole('searchbox', { name: 'Search settings' }).fill('corner')
  await expect(page.getByRole('textbox', { name: 'Corner radius' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'General' })).toBeHidden()

  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('textbox', { name: 'Corner radius' })).toBeHidden()
  await page.goto('/dashboard')
  await page.goto(`${settings}#otpAttempts`)
  await expect(page.getByRole('textbox', { name: 'Attempts per code' })).toBeInViewport()
})

test('settings that contradict each other are named as on the page', async ({ page, mayLog }) => {
  mayLog(/400/)
  await page.goto(settings)
  await page.getByRole('region', { name: 'Multi-factor sign-in' }).getByText('3 advanced settings').click()
  await page.locator('#mfaSessionSeconds').getByRole('textbox').fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText(
    '“Time for one step” must not be longer than “Time for the whole flow”',
  )
})

test('a policy of one’s own can be typed from its first letter, and is still there after another choice', async ({
  page,
}) => {
  await page.goto(settings)
  const own = page.getByRole('radio', { name: 'Your own rules' })
  const row = page.locator('#mfaPolicy')
  await own.check()
  await row.getByRole('textbox').fill('')
  await row.getByRole('textbox').pressSequentially('passkey:auth, otp:email')
  await expect(row.getByRole('textbox')).toHaveValue('passkey:auth, otp:email')
  await page.getByRole('radio', { name: 'Two factors' }).check()
  await expect(row.getByRole('textbox')).toBeHidden()
  await own.check()
  await expect(row.getByRole('textbox')).toHaveValue('passkey:auth, otp:email')
})

test('a page with unsaved changes asks before it is closed or loaded again', async ({ page }) => {
  const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.goto(settings)
  const field = page.locator('#eventRetentionDays').getByRole('textbox')
  await field.fill('7')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  expect(await isAsked()).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await isAsked()).toBe(false)
})
