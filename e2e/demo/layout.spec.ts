import { expect, test } from '../fixtures.ts'
import { part, signOut, signUp } from '../situations.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} color scheme`, () => {
    test.use({ colorScheme })

    test(`the forms have no accessibility violations (${colorScheme})`, async ({ page, noViolations, device }) => {
      await page.goto('/demo/')
      await expect(page.getByText('version')).toBeVisible()
      await noViolations()
      await device.touched(false)
      await page.getByRole('tab', { name: 'Sign in' }).click()
      await noViolations()
    })

    test(`failures have no accessibility violations (${colorScheme})`, async ({ page, noViolations, device }) => {
      await device.recognizes(false)
      await page.goto('/demo/')
      await page.getByLabel('Username').fill('somebody')
      await page.getByRole('button', { name: 'Create a passkey' }).click()
      await expect(page.getByText('Canceled or timed out')).toBeVisible()
      await noViolations()
    })

    test(`the account has no accessibility violations (${colorScheme})`, async ({ page, noViolations }) => {
      await signUp(page)
      await expect(part(page, 'Your token').getByRole('status')).toContainText('verified')
      await noViolations()
      await part(page, 'Your token').getByRole('switch', { name: 'Change one letter' }).click()
      await expect(part(page, 'Your token').getByRole('status')).toContainText('does not match')
      await noViolations()
      await signOut(page)
      await noViolations()
    })

    test(`the dialogs have no accessibility violations (${colorScheme})`, async ({ page, noViolations }) => {
      await signUp(page)
      const passkeys = part(page, 'Your passkeys')
      for (const button of [/^Add/, /^Rename/, /^Delete/]) {
        await passkeys.getByRole('button', { name: button }).click()
        await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
        await noViolations()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(passkeys.getByRole('button', { name: button })).toBeFocused()
      }
    })
  })
}

test('the styles of a component override those of the library', async ({ page }) => {
  await signUp(page)
  await part(page, 'Your passkeys')
    .getByRole('button', { name: /^Rename/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveCSS('font-size', '18px')
})

test('the page follows the system setting, and the toggle overrides it until they agree again', async ({ page }) => {
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/demo/')
  const dark = await background()
  await page.getByRole('button', { name: 'Switch to light colors' }).click()
  expect(await background()).not.toBe(dark)
  await page.reload()
  expect(await background()).not.toBe(dark)
  await page.getByRole('button', { name: 'Switch to dark colors' }).click()
  expect(await background()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('button', { name: 'Switch to dark colors' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('nothing is wider than the screen, and everything can be reached', async ({ page, noViolations }) => {
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    await page.goto('/demo/')
    expect(await width()).toBe(360)
    await signUp(page)
    await expect(part(page, 'Your passkeys').getByRole('listitem')).toBeVisible()
    expect(await width()).toBe(360)
    await part(page, 'Your passkeys')
      .getByRole('button', { name: /^Rename/ })
      .tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await width()).toBe(360)
    await noViolations()
  })
})

test('nothing on the page moves on its own', async ({ page }) => {
  await page.addInitScript(`
    window.shifts = []
    const note = ({ startTime, value, hadRecentInput }) => shifts.push({ startTime, value, hadRecentInput })
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent
      if (title !== window.shownTitle) [window.shownTitle, window.turnedAt] = [title, performance.now()]
    }).observe(document, { childList: true, subtree: true })
  `)
  await signUp(page)
  await expect(part(page, 'Your passkeys').getByRole('listitem')).toBeVisible()
  await expect(part(page, 'Your token').getByRole('status')).toContainText('verified')
  expect(await page.evaluate(movedBy)).toBeLessThan(0.02)
})

/**
 * Runs in the page: how much moved unexpectedly. Chromium attributes a shift to an input for half a second only.
 */
function movedBy() {
  const { shifts, turnedAt } = window as unknown as { shifts: Shift[]; turnedAt: number }
  const turning = shifts.find(({ startTime }) => startTime >= turnedAt)
  const byItself = shifts.filter((shift) => shift !== turning && !shift.hadRecentInput)
  return byItself.reduce((sum, { value }) => sum + value, 0)
}

type Shift = { startTime: number; value: number; hadRecentInput: boolean }

test('nothing is loaded from anywhere else', async ({ page, thumbturn }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(thumbturn.url)) elsewhere.push(request.url())
  })
  await signUp(page)
  expect(elsewhere).toEqual([])
})
