import { expect, test } from './fixtures.ts'

test('an origin that called without being allowed is shown, and allowed by a button', async ({ page, thumbturn }) => {
  const origin = 'http://localhost:5173'
  thumbturn.command('app', 'create', 'kiosk', '--rp-id', 'localhost', '--origin', 'http://localhost:5170')
  const body = JSON.stringify({ app: { id: 'kiosk' }, deviceInfo: {} })
  const headers = { 'content-type': 'application/json', origin }
  const start = () => fetch(`${thumbturn.url}/apps/kiosk/fido2/v2/auth/init`, { method: 'POST', headers, body })
  // The service finds the application within a second.
  await expect.poll(async () => (await start()).status).toBe(400)

  await page.goto('/dashboard/applications/kiosk')
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText(`A page of ${origin} called`)
  await problems.getByRole('button', { name: 'Allow origin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(`Allowed ${origin}`)).toBeVisible()
  await expect(problems).toBeHidden()
  await page.getByRole('link', { name: 'Setup check' }).click()
  await expect(page.getByRole('heading', { name: 'Application kiosk' })).toBeVisible()
  await expect(page.getByText(`A page of ${origin} called`)).toBeHidden()
})
