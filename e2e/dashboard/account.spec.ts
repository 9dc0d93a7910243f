import { anotherMachine } from '../device.ts'
import { expect, test } from './fixtures.ts'

test('a new member adds a second passkey when it is suggested, and manages both on the account page', async ({
  browser,
  baseURL,
  thumbturn,
}) => {
  const { url } = thumbturn.command('member', 'invite', '--role', 'demo=viewer') as { url: string }
  const { page, device, leave } = await anotherMachine(browser, baseURL)
  await page.goto(url)
  await page.getByLabel('Your name').fill('Annie')
  await page.getByLabel('Username').fill('annie')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Add a second passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This device already has your passkey.')
  await device.plugInSecurityKey()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()

  await page.goto('/dashboard/account')
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(passkeys).toHaveCount(2)
  await passkeys
    .last()
    .getByRole('button', { name: /^Rename/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
  await dialog.getByLabel('Name').fill('Key in the safe')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(passkeys.last()).toContainText('Key in the safe')
  await expect(passkeys.first()).toContainText('This session')
  await page.getByRole('button', { name: 'Remove Key in the safe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeHidden()
  await expect(page.getByText('This is your only passkey.')).toBeVisible()

  await page.getByRole('button', { name: 'Change name' }).click()
  const name = page.getByRole('dialog', { name: 'Change your name' })
  await name.getByLabel('Name').fill('Annie Vaughan')
  await name.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Account of Annie Vaughan' })).toBeVisible()
  await leave()
})

test('an owner sees the passkeys of a member and renames one without changing anything else', async ({
  page,
  browser,
  baseURL,
  thumbturn,
}) => {
  const { url } = thumbturn.command('member', 'invite', '--role', 'viewer') as { url: string }
  const other = await anotherMachine(browser, baseURL)
  await other.page.goto(url)
  await other.page.getByLabel('Your name').fill('Annie Easley')
  await other.page.getByLabel('Username').fill('easley')
  await other.page.getByRole('button', { name: 'Create a passkey' }).click()
  await other.page.getByRole('button', { name: 'Not now' }).click()

  await page.goto('/dashboard/members')
  await page.getByRole('button', { name: 'Change Annie Easley' }).click()
  await page.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' })
  await dialog.getByLabel('Name').fill('Laptop of Annie')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Annie Easley' })).toContainText('Laptop of Annie')
  await other.leave()
})
