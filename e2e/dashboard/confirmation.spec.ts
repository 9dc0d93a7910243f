import { expect, test } from './fixtures.ts'

test.describe('a developer', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('confirms with a passkey when an action requires it, and the action continues', async ({
    page,
    owner: _,
    thumbturn,
    mayLog,
  }) => {
    mayLog(/40[13]/)
    const { url } = thumbturn.command('member', 'invite', '--role', 'developer') as { url: string }
    await page.goto(url)
    await page.getByLabel('Username').fill('margaret')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('link', { name: /^Thumbturn demo/ }).click()
    await page.getByRole('link', { name: 'Keys' }).click()
    await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()

    // As the service responds once the sign-in is more than five minutes old.
    const tooOld = { msg: 'Confirm with a passkey', msgCode: 'confirmation_required' }
    await page.route('**/api-keys', (route) => route.fulfill({ status: 403, json: tooOld }), { times: 1 })
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly job')
    await page.getByRole('button', { name: 'Create key' }).click()
    // The browser's own dialog opens at once; this one has a button for another attempt.
    await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(/^ttk_/)
  })
})
