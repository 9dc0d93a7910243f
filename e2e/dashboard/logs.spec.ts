import type { Page } from '@playwright/test'
import { signUp } from '../situations.ts'
import { expect, test } from './fixtures.ts'

const logs = '/dashboard/applications/demo/logs'

const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).getByRole('row')

test('a developer finds an event by its type, follows it to the user, and back to all events of the user', async ({
  page,
  noViolations,
}) => {
  await signUp(page)
  await page.goto('/dashboard/applications/demo')
  await page.getByRole('link', { name: 'Logs' }).click()
  await page.getByRole('button', { name: 'Type' }).click()
  await page.getByRole('textbox', { name: 'Search types' }).fill('passkey registered')
  await noViolations()
  await page.getByRole('option', { name: /^fido2.passkey.reg.success/ }).click()
  await expect(page).toHaveURL(/\/logs\?type=fido2\.passkey\.reg\.success$/)

  await rows(page).getByRole('button', { name: 'fido2.passkey.reg.success' }).first().click()
  const panel = page.getByRole('dialog', { name: 'A passkey was registered.' })
  await expect(panel.getByText('Whether the user signed up with it')).toBeVisible()
  await noViolations()
  await panel.getByRole('tab', { name: 'JSON' }).click()
  await expect(panel.getByText('"eventId": "fido2.passkey.reg.success"')).toBeVisible()
  await panel.getByRole('tab', { name: 'Details' }).click()
  await panel.getByRole('definition').getByRole('link').first().click()

  await expect(page.getByRole('list', { name: 'Events' })).toContainText('A passkey was registered.')
  await page.getByRole('link', { name: 'Open in logs' }).click()
  await expect(page).toHaveURL(/\/logs\?user=[0-9a-f-]{36}$/)
  await expect(rows(page)).not.toHaveCount(0)
})

test('filters can be saved for all members, applied with a period, and deleted', async ({ page }) => {
  await page.goto(`${logs}?type=fido2.application&severity=warning`)
  await expect(page.getByRole('heading', { name: 'No event matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Severity' }).click()
  await expect(page.getByRole('button', { name: 'fido2.application.created' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Save these filters' }).click()
  await page.getByLabel('Name').fill('Configuration')
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /^Period/ }).click()
  await page.getByRole('button', { name: 'Last hour' }).click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: /^Configuration/ }).click()
  await expect(page).toHaveURL(/type=fido2\.application&since=/)

  await page.getByRole('button', { name: 'Configuration' }).click()
  await page.getByRole('menuitem', { name: 'Manage saved filters' }).click()
  await page.getByRole('button', { name: 'Delete Configuration' }).click()
  await expect(page.getByText('No filters are saved.')).toBeVisible()
})

test('the live tail holds new events while it is paused, and the events can be exported', async ({
  page,
  thumbturn,
}) => {
  await page.goto(`${logs}?type=fido2.application`)
  await page.getByRole('button', { name: 'Live tail' }).click()
  await expect(page.getByText('Following new events')).toBeVisible()
  const before = await rows(page).count()
  await page.getByRole('button', { name: 'Pause' }).click()
  thumbturn.command('app', 'set', 'demo', '--set', 'otpDigits=7')
  await expect(page.getByText('Paused, 1 new event')).toBeVisible()
  await expect(rows(page)).toHaveCount(before)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows(page)).toHaveCount(before + 1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(rows(page)).toHaveCount(before + 1)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON Lines' }).click()
  expect((await download).suggestedFilename()).toBe('events-demo.jsonl')
})
