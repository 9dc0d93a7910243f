import { expect, test } from '../fixtures.ts'
import { expectInside, newName, part, pressSignIn, signOut, signUp } from '../situations.ts'

test('a new user creates an account with a passkey and is signed in', async ({ page, device }) => {
  const username = await signUp(page)
  expect(await device.passkeys()).toHaveLength(1)
  await expect(part(page, 'Your passkeys').getByRole('listitem')).toHaveCount(1)
  await expect(part(page, 'Your token').getByText(username)).toBeVisible()
})

test('an account requires a username', async ({ page }) => {
  await page.goto('/demo/')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('Enter a username.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveCSS('border-color', 'rgb(166, 52, 32)')
})

test("a user signs in from the field's autofill", async ({ page }) => {
  const username = await signUp(page)
  await signOut(page)
  await page.goto('/demo/?view=sign-in')
  await expectInside(page, username)
})

test('the button ends the pending autofill', async ({ page, device }) => {
  await device.touched(false)
  const offered = page.waitForResponse('**/auth/init')
  await page.goto('/demo/?view=sign-in')
  await offered
  await pressSignIn(page)
  await expect(page.getByRole('button', { name: 'Waiting for your device' })).toBeVisible()
})

test('a session survives a reload, and the ceremony details do not', async ({ page }) => {
  const username = await signUp(page)
  await page.reload()
  await expectInside(page, username)
  const checks = part(page, 'What the server checked')
  await expect(checks.getByText('This page keeps nothing of a ceremony')).toBeVisible()
  await checks.getByRole('button', { name: 'Use my passkey again' }).click()
  await expect(checks.getByText('webauthn.get')).toBeVisible()
})

test('a returning visitor is asked to sign in', async ({ page, device }) => {
  await signUp(page)
  await signOut(page)
  await device.touched(false)
  await page.goto('/demo/')
  await expect(page.getByRole('tab', { name: 'Sign in' })).toHaveAttribute('aria-selected', 'true')
})

test('an expired token ends the session and says so', async ({ page, device }) => {
  await page.clock.install()
  await signUp(page)
  await device.touched(false)
  await page.clock.fastForward('11:00')
  await expect(page.getByText('Your session has ended')).toBeVisible()
})

test('an account created before a power failure signs in with its username when the service is back', async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/Failed to load resource/)
  const username = await signUp(page)
  await thumbturn.kill()
  await thumbturn.start()
  await signOut(page)
  await page.getByLabel('Username').fill(username)
  await pressSignIn(page)
  await expectInside(page, username)
})

test('the keyboard alone creates an account and signs out', async ({ page, device }) => {
  const username = newName()
  await page.goto('/demo/')
  await page.getByLabel('Username').focus()
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  await expectInside(page, username)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await device.touched(false)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are signed out')).toBeVisible()
})

test('one click signs in only if a passkey is on this device, and says so otherwise', async ({
  page,
  device,
  noViolations,
}) => {
  const username = await signUp(page)
  await signOut(page)
  const immediately = page.getByRole('button', { name: 'Only passkeys on this device' })
  await immediately.click()
  await expectInside(page, username)
  await signOut(page)
  for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
  await immediately.click()
  await expect(page.getByText('No passkey was used')).toBeVisible()
  await noViolations()
})
