import { expect, test } from './fixtures.ts'
import { expectInside, goTo, openAccount, signOut } from './situations.ts'

test('a customer adds a passkey, renames it, and deletes the first one', async ({ page, device, noViolations }) => {
  await openAccount(page)
  await goTo(page, 'Security')
  await expect(page.getByText('in use now')).toBeVisible()
  await noViolations()
  await device.plugInSecurityKey()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The new passkey is ready.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(2)

  await page
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk drawer')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Desk drawer', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Desk drawer' }).click()
  await noViolations()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(1)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectInside(page)
})

test('a device that already has the passkey creates no second one', async ({ page }) => {
  await openAccount(page)
  await goTo(page, 'Security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has your passkey')).toBeVisible()
})

test('deleting the only passkey requires confirmation and ends the session', async ({ page }) => {
  await openAccount(page)
  await goTo(page, 'Security')
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('Delete your only passkey?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByText('It had signed you in')).toBeVisible()
})

test('the token of a deleted passkey cannot add another one or register a known device', async ({
  page,
  device,
  bank,
  mayLog,
}) => {
  mayLog(/status of 401/)
  await openAccount(page)
  await goTo(page, 'Security')
  const stolen = await page.evaluate(() => /thumbturn_bank_token=([^;]+)/.exec(document.cookie)![1]!)
  expect(await page.evaluate(askForGrant, stolen)).toEqual([200, undefined])
  await device.plugInSecurityKey()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The new passkey is ready.')).toBeVisible()
  // The new one is in use now.
  const first = page.getByRole('listitem').filter({ hasNotText: 'in use now' })
  await first.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(1)
  expect(await page.evaluate(askForGrant, stolen)).toEqual([401, 'token_rejected'])
  // A known device has its own PIN attempts.
  const elsewhere = await fetch(`${bank}/api/overview`, { headers: { authorization: `Bearer ${stolen}` } })
  expect([elsewhere.status, elsewhere.headers.get('set-cookie')]).toEqual([401, null])
})

/** Runs in the page: asks for permission to create a passkey. */
async function askForGrant(token: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch('/api/passkeys/grant', { method: 'POST', headers, body: '{}' })
  return [response.status, (await response.json()).code]
}
