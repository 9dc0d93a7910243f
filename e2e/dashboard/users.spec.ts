import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createDevice } from '../device.ts'
import { expect, test } from './fixtures.ts'

const usersPage = '/dashboard/applications/demo/users'

type NewUser = { username: string; name?: string; isInvited?: boolean }

async function createUser(page: Page, { username, name = '', isInvited = false }: NewUser) {
  await page.goto(usersPage)
  await page.getByRole('button', { name: 'Create user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a user' })
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Display name').fill(name)
  if (!isInvited) await dialog.getByLabel('Create an invitation link').uncheck()
  await dialog.getByRole('button', { name: 'Create user' }).click()
}

test('an invited user creates a passkey with the link, and the dashboard finds them by a part of the name', async ({
  page,
  browser,
}) => {
  await createUser(page, { username: 'baker@example.com', name: 'Ada Baker', isInvited: true })
  const invitation = page.getByRole('dialog', { name: 'Invitation for baker@example.com' })
  const link = await invitation.getByRole('textbox', { name: 'invitation link' }).inputValue()
  await invitation.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'baker@example.com' })).toBeVisible()

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const visitor = await context.newPage()
  await createDevice(visitor)
  await visitor.goto(link)
  await expect(visitor.getByText('baker@example.com')).toBeVisible()
  await visitor.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(visitor.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await context.close()

  await page.goto(usersPage)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('A BAKER')
  const row = page.getByRole('row', { name: /baker@example\.com/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText('1')
  await page.getByRole('combobox', { name: 'Passkeys' }).selectOption('No passkey')
  await expect(page.getByRole('heading', { name: 'No matching users' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: /^Search or jump to/ }).click()
  await page.getByPlaceholder('Search pages, applications, and users').fill('baker')
  await page.getByRole('button', { name: /baker@example\.com/ }).click()
  await expect(page.getByRole('heading', { name: 'baker@example.com' })).toBeVisible()
})

test('a file is checked, its rejected lines are shown, and its users are imported and exported', async ({ page }) => {
  await page.goto(usersPage)
  const start = async (task: string) => {
    await page.getByRole('button', { name: 'Import or export' }).click()
    await page.getByRole('menuitem', { name: task }).click()
  }
  await start('Import users')
  const lines = [
    { format: 'thumbturn-users', version: 1, rpId: 'localhost' },
    { username: 'imported@example.com', passkeys: [] },
    { username: '', passkeys: [] },
  ]
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n\n'))
  const dialog = page.getByRole('dialog', { name: 'Import users' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'users.jsonl', mimeType: 'text/plain', buffer })
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByRole('list', { name: 'Rejected lines' })).toContainText('Line 5')
  await dialog.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog.getByText('Imported', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('link', { name: /imported@example\.com/ })).toBeVisible()

  await start('Export users')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Export users' }).getByRole('button', { name: 'Export' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).toContain('"username":"imported@example.com"')
  expect(exported).not.toContain('"next"')
})

test('the page of a user names them before a deletion, and downloads all data about them', async ({ page }) => {
  await createUser(page, { username: 'grace@example.com' })
  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const download = page.waitForEvent('download')
  await act('Download all data')
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { user: { username: string } }
  expect(data.user.username).toBe('grace@example.com')
  await act('Delete user')
  const dialog = page.getByRole('dialog', { name: 'Delete grace@example.com?' })
  await expect(dialog).toContainText('Events about the user remain until their retention ends')
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('Deleted grace@example.com')).toBeVisible()
})
