import type { Page } from '@playwright/test'
import type { Running } from '../running.ts'
import { expect, test } from './fixtures.ts'

/** As the service responds once the sign-in is more than five minutes old. */
const tooOld = { msg: 'Confirm with a passkey', msgCode: 'confirmation_required' }

/** Joins as a developer, and opens the keys of the demo. */
async function joinAsDeveloper(page: Page, thumbturn: Running, username: string) {
  const { url } = thumbturn.command('member', 'invite', '--role', 'developer') as { url: string }
  await page.goto(url)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('link', { name: /^Thumbturn demo/ }).click()
  await page.getByRole('link', { name: 'Keys' }).click()
  await expect(page.getByRole('heading', { name: 'API keys', exact: true })).toBeVisible()
}

test.describe('a developer', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('confirms with a passkey when an action requires it, and the action continues', async ({
    page,
    owner: _,
    thumbturn,
    mayLog,
  }) => {
    mayLog(/40[13]/)
    await joinAsDeveloper(page, thumbturn, 'margaret')
    await page.route('**/api-keys', (route) => route.fulfill({ status: 403, json: tooOld }), { times: 1 })
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly job')
    await page.getByRole('button', { name: 'Create key' }).click()
    // The browser's own dialog opens at once; this one has a button for another attempt.
    await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(/^ttk_/)
  })

  test('closes the question with Escape, and the form behind it keeps what was typed', async ({
    page,
    owner: _,
    thumbturn,
    device,
    mayLog,
  }) => {
    mayLog(/40[13]/)
    await joinAsDeveloper(page, thumbturn, 'dorothy')
    await page.route('**/api-keys', (route) => route.fulfill({ status: 403, json: tooOld }), { times: 1 })
    await device.touched(false)
    await page.getByRole('button', { name: 'Create API key' }).first().click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('weekly job')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Confirm with your passkey' })).toBeHidden()
    await expect(name).toHaveValue('weekly job')
    await page.keyboard.press('Escape')
    await expect(name).toBeHidden()
  })

  test('sees nothing that was read with a session that has ended', async ({ page, owner: _, thumbturn, mayLog }) => {
    mayLog(/40[13]|500/)
    await joinAsDeveloper(page, thumbturn, 'annie')
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Logs' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
    await page.route('**/admin/v1/applications', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Thumbturn demo' })).toBeHidden()
  })
})
