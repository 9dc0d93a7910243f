import { expect, test } from './fixtures.ts'

test('a member changes a message, sees it, sends a test, and resets it', async ({ page }) => {
  await page.goto('/dashboard/applications/demo/messages')
  const preview = page.getByRole('article', { name: 'Email' })
  await expect(preview).toContainText('Your code for Thumbturn demo')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Hello {nmae}')
  await expect(page.getByText('This text has the unknown placeholder {nmae}')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await subject.fill('Code: ')
  await page.getByRole('button', { name: 'Insert {code} into Subject' }).click()
  await expect(preview).toContainText('Code: 493817')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('navigation', { name: 'Messages' })).toContainText('Changed')

  await page.getByRole('button', { name: 'Send test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test' })
  await dialog.getByLabel('Your email address').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toContainText('The message is in the outbox')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(subject).toHaveValue('Your code for {app}')
})
