import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { addSecurityKey, part, pressSignIn, signOut, signUp } from '../situations.ts'

const passkeys = (page: Page) => part(page, 'Your passkeys')

test('a device that already has the passkey creates no second one', async ({ page, device }) => {
  await signUp(page)
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expect(dialog.getByText('This device already has your passkey')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1)
  expect(await device.passkeys()).toHaveLength(1)
})

test('a passkey requires a name, and keeps a new one', async ({ page }) => {
  await signUp(page)
  await passkeys(page)
    .getByRole('button', { name: /^Rename/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(dialog.getByText('A passkey needs a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Kitchen laptop')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Renamed to “Kitchen laptop”.')).toBeVisible()
  await page.reload()
  await expect(passkeys(page).getByRole('listitem')).toContainText('Kitchen laptop')
})

test('a security key becomes the second passkey, which still works after the first one is deleted', async ({
  page,
  device,
  mayLog,
}) => {
  mayLog(/status of 401/)
  await signUp(page)
  await device.plugInSecurityKey()
  await addSecurityKey(page)
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(2)
  await expect(passkeys(page).getByRole('listitem').filter({ hasText: 'Blue key' })).toContainText('in use now')
  await passkeys(page)
    .getByRole('button', { name: /^Delete(?! Blue)/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your other passkeys continue to work.')
  await dialog.getByRole('button', { name: 'Delete passkey' }).click()
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1)
  await expect(passkeys(page).getByRole('listitem')).toContainText('Blue key')
})

test('deleting the last passkey can be canceled, ends the session, and makes the passkey useless', async ({
  page,
  device,
  mayLog,
}) => {
  mayLog(/status of (401|404)/)
  const username = await signUp(page)
  await device.touched(false)
  const remove = passkeys(page).getByRole('button', { name: /^Delete/ })
  const dialog = page.getByRole('dialog', { name: 'Delete your only passkey?' })
  await remove.click()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1)
  await remove.click()
  await expect(dialog).toContainText(`No one can sign in as ${username} anymore`)
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete my only passkey' }).click()
  await expect(page.getByText('Passkey deleted, session ended')).toBeVisible()
  await device.touched(true)
  await pressSignIn(page)
  await expect(
    page.getByRole('status').filter({ hasText: /This passkey doesn’t work here|Canceled or timed out/ }),
  ).toBeVisible()
})

test('a session whose passkey was deleted elsewhere shows the remaining passkeys', async ({
  page,
  device,
  context,
  thumbturn,
}) => {
  await signUp(page)
  const [cookie] = await context.cookies()
  const headers = { authorization: cookie?.value ?? '' }
  const list = `${thumbturn.url}/apps/demo/fido2/v2/passkeys`
  const [passkey] = (await (await fetch(list, { headers })).json()) as [{ id: string }]
  await fetch(`${list}/${passkey.id}`, { method: 'DELETE', headers })
  await device.touched(false)
  await page.reload()
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(0)
})

test('signing in marks the passkey as used', async ({ page }) => {
  await signUp(page)
  await signOut(page)
  await pressSignIn(page)
  await expect(passkeys(page).getByRole('listitem')).toContainText('last used just now')
})
