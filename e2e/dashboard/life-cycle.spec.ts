import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const confirmDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an owner creates an application, changes it, makes a key, sees a new user, and deletes everything', async ({
  page,
  device,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Corner Shop')
  await page.getByLabel('Website').fill(new URL(page.url()).host)
  await expect(page.getByLabel('RP ID')).toHaveValue('localhost')
  await page.getByRole('button', { name: 'Create application' }).click()
  await expect(page.getByRole('heading', { name: 'Corner Shop' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Notify users of changes' }).click()
  await page.getByRole('textbox', { name: 'Time for a ceremony' }).fill('5')
  await expect(page.getByText('Must be at least 10')).toBeVisible()
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(unsaved).toContainText('Correct the marked values to save.')
  await expect(unsaved.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Time for a ceremony' }).fill('120')
  await expect(unsaved).toContainText('2 unsaved changes')
  await unsaved.getByRole('button', { name: 'Save' }).click()
  await expect(unsaved).toBeHidden()

  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('backend')
  await page.getByLabel('Works for').selectOption('90 days')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(/^ttk_/)
  // The key is shown once, so no stray key closes its dialog.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /backend/ })).toContainText(/NeverUntil/)
  await page.getByRole('button', { name: 'Revoke backend' }).click()
  await confirmDialog(page, 'Revoke backend?').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('table', { name: 'API keys' })).toContainText('Revoked')

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('link', { name: 'Show the user' }).click()
  expect(await device.passkeys()).toHaveLength(1)
  await page.getByRole('button', { name: /^Rename/ }).click()
  await confirmDialog(page, 'Rename the passkey').getByLabel('Name').fill('Work laptop')
  await confirmDialog(page, 'Rename the passkey').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  await confirmDialog(page, 'Delete this user?').getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete application' }).click()
  const deletion = confirmDialog(page, 'Delete Corner Shop?')
  await deletion.getByLabel('Type corner-shop to confirm').fill('corner-shop')
  await deletion.getByRole('button', { name: 'Delete application' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Corner Shop/ })).toBeHidden()
})

test('two members who edit the same application keep the changes of both', async ({ page, thumbturn, mayLog }) => {
  mayLog(/412/)
  await page.goto('/dashboard/applications/demo/settings')
  const digits = page.getByRole('textbox', { name: 'Digits of a code' })
  await digits.fill('8')
  thumbturn.command('app', 'set', 'demo', '--set', 'otpDigits=7', '--set', 'maxPasskeys=9')
  await page.getByRole('button', { name: 'Save' }).click()
  const merge = page.getByRole('dialog', { name: 'Someone else changed this application' })
  await expect(merge).toContainText('Also changed, and kept: Passkeys per user')
  await merge.getByRole('radio', { name: 'Theirs: 7' }).check()
  await merge.getByRole('button', { name: 'Save' }).click()
  await expect(digits).toHaveValue('7')
  await expect(page.getByRole('textbox', { name: 'Passkeys per user' })).toHaveValue('9')
})
