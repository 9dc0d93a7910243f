import { readFile } from 'node:fs/promises'
import { newAddress } from '../situations.ts'
import { createRequest, expect, home, openAccount, readReturn, test, withoutAssistance } from './fixtures.ts'

test.beforeEach(async ({ page }) => withoutAssistance(page))

const section = (name: string) => ({ name, exact: true })

test('a user adds, renames, and deletes a passkey', async ({ page, device }) => {
  await openAccount(page)
  const passkeys = page.getByRole('region', section('Passkeys'))
  // A device without the passkey, of which it would create no second one.
  for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('button', { name: 'Rename' })).toHaveCount(2)
  await passkeys.getByRole('button', { name: 'Rename' }).first().click()
  await passkeys.getByRole('textbox').fill('Blue key')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Blue key')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Delete' }).first().click()
  await expect(passkeys.getByRole('group')).toHaveAccessibleName(/^Delete the passkey Blue key\?/)
  await passkeys.getByRole('button', { name: 'Delete' }).first().click()
  await expect(passkeys.getByText('Blue key')).toBeHidden()
})

test('a user changes their profile', async ({ page }) => {
  await openAccount(page)
  const profile = page.getByRole('region', section('Profile'))
  await profile.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await profile.getByLabel('Website').fill('https://ada.example')
  await profile.getByLabel('Language').selectOption('Deutsch')
  await profile.getByLabel('Time zone').selectOption('Europe/London')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByRole('status')).toHaveText('Saved.')
  await page.reload()
  await expect(profile.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace')
  await expect(profile.getByLabel('Website')).toHaveValue('https://ada.example')
  await expect(profile.getByLabel('Language')).toHaveValue('de')
  await expect(profile.getByLabel('Time zone')).toHaveValue('Europe/London')
})

test('the deletion of the only passkey comes with a warning', async ({ page }) => {
  await openAccount(page)
  const passkeys = page.getByRole('region', section('Passkeys'))
  await passkeys.getByRole('button', { name: 'Delete' }).click()
  await expect(passkeys.getByText('It is your only passkey.')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Keep' }).click()
  await expect(passkeys.getByRole('button', { name: 'Delete' })).toBeVisible()
})

test('a user adds an email address with the code that is sent there, and removes it', async ({ page, thumbturn }) => {
  await openAccount(page)
  const contacts = page.getByRole('region', section('Contacts'))
  const address = newAddress()
  await contacts.getByRole('button', { name: 'Add' }).first().click()
  await contacts.getByLabel('Email address').fill(address)
  await contacts.getByRole('button', { name: 'Send code' }).click()
  const field = contacts.getByLabel(`Enter the code that we sent to ${address}.`)
  await expect(field).toBeVisible()
  await expect(async () => field.fill(readCode(thumbturn.command('outbox', 'list', 'demo'), address))).toPass()
  await contacts.getByRole('button', { name: 'Verify' }).click()
  await expect(contacts.getByText(address, { exact: true })).toBeVisible()
  await contacts.getByRole('button', { name: 'Remove' }).click()
  await expect(contacts.getByText(address)).toBeHidden()
})

test('a user reads that the code of a contact is wrong', async ({ page, mayLog }) => {
  mayLog(/40\d/)
  await openAccount(page)
  const contacts = page.getByRole('region', section('Contacts'))
  await contacts.getByRole('button', { name: 'Add' }).first().click()
  await contacts.getByLabel('Email address').fill(newAddress())
  await contacts.getByRole('button', { name: 'Send code' }).click()
  await contacts.getByLabel(/^Enter the code/).fill('000000')
  await contacts.getByRole('button', { name: 'Verify' }).click()
  await expect(contacts.getByRole('alert')).toHaveText('This code is wrong or has expired.')
})

test('a user whose session has ended signs in again', async ({ page, mayLog }) => {
  mayLog(/401/)
  await openAccount(page)
  await page.context().clearCookies()
  await page.getByRole('region', section('Profile')).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})

/** The code in the message to an address. */
function readCode(messages: unknown, address: string): string {
  const { text } = (messages as { to: string; text: string }[]).find(({ to }) => to === address)!
  return /\b\d{6}\b/.exec(text)![0]
}

test('a user signs another browser out', async ({ page }) => {
  await openAccount(page)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.goto(`${home}/sign-in/`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const browsers = page.getByRole('region', section('Signed-in browsers'))
  await expect(browsers.getByRole('button', { name: 'Sign out' })).toHaveCount(2)
  await expect(browsers.getByText('This browser')).toHaveCount(1)
  await browsers.locator('.row', { hasNotText: 'This browser' }).getByRole('button').click()
  await expect(browsers.getByRole('button', { name: 'Sign out' })).toHaveCount(1)
  await page.context().addCookies(cookies)
  await page.goto(`${home}/account/`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})

test('a user signs this browser out', async ({ page }) => {
  await openAccount(page)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await page.goto(`${home}/account/`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})

test('a program whose access is revoked must ask again', async ({ page, createProgram }) => {
  await openAccount(page)
  const program = await createProgram()
  await page.goto(createRequest(program))
  await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  await page.waitForURL('https://app.example/**')
  await page.goto(`${home}/account/`)
  const programs = page.getByRole('region', section('Programs with access'))
  await expect(programs.getByText(program.name)).toBeVisible()
  await programs.getByRole('button', { name: 'Revoke' }).click()
  await programs.getByRole('group').getByRole('button', { name: 'Revoke' }).click()
  await expect(programs.getByText('You haven’t allowed any program yet.')).toBeVisible()
  await page.goto(createRequest(program))
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
})

test('a user downloads their data', async ({ page }) => {
  const username = await openAccount(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(data.user.username).toBe(username)
})

test('a user deletes their account, if the application allows it', async ({ page, thumbturn, mayLog }) => {
  mayLog(/40\d/)
  await openAccount(page)
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeHidden()
  await thumbturn.change('hostedDeletion=true')
  await page.reload()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete forever' }).click()
  await expect(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible()
  await thumbturn.change('hostedDeletion=false')
  await page.goto(`${home}/account/`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
})
