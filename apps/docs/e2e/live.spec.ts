import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { hydrated, serviceCalls } from './site.ts'

const signUp = '/user-scenario/authentication/sign-up/create-passkey/'
const signIn = '/user-scenario/authentication/sign-in/sign-in-passkey/'

test('the live passkey of the sign-up page is created by keyboard, and signs in on the sign-in page', async ({
  page,
  device,
  noViolations,
}) => {
  await page.goto(signUp)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Username' }).focus()
  await page.keyboard.type('ada-of-the-guide')
  await page.keyboard.press('Enter')
  const form = page.locator('.live-passkey')
  await expect(form.getByRole('status')).toContainText('Signed in')
  await expect(form.getByRole('group', { name: 'Token claims' })).toContainText('ada-of-the-guide')
  await noViolations()
  expect(await device.passkeys()).toHaveLength(1)

  await page.goto(signIn)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await expect(form.getByRole('status')).toContainText('Signed in')
  await expect(form).toContainText('"jwtAccess"')
})

test('the live passkey keeps no token, and asks the service nothing before its button is pressed', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/fido2/') && asked.push(request.url()))
  await page.goto(signUp)
  await hydrated(page)
  expect(asked).toEqual([])
  await page.getByRole('textbox', { name: 'Username' }).fill('grace-of-the-guide')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.locator('.live-passkey').getByRole('status')).toContainText('Signed in')
  expect(asked).not.toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

test('the live passkey reports that something other than the service responds', async ({ page, mayLog }) => {
  mayLog(/404/)
  await page.route('**/apps/demo/**', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'no' }))
  await page.goto(signIn)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.locator('.live-passkey').getByRole('status')).toContainText('unlike the service')
})

test('the compatibility page asks the service what is on only when its button is pressed', async ({
  page,
  noViolations,
}) => {
  const calls = serviceCalls(page)
  await page.goto('/compatibility/')
  await hydrated(page)
  const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Requires' }) })
  await expect(table.getByRole('columnheader', { name: 'On this server' })).toHaveCount(0)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: /on at this server/ }).press('Enter')
  await expect(table.getByRole('columnheader', { name: 'On this server' })).toBeVisible()
  await expect(table.getByRole('cell', { name: /^(on|off)$/ }).first()).toBeVisible()
  expect(calls).toEqual(['/fido2/v2/version'])
  await noViolations()
})

test('on a host without the service, the compatibility page says so', async ({ page, mayLog }) => {
  mayLog(/404/)
  await page.route('**/fido2/v2/version', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: 'no' }),
  )
  await page.goto('/compatibility/')
  await hydrated(page)
  await page.getByRole('button', { name: /on at this server/ }).click()
  await expect(page.getByText('No Thumbturn service responded')).toBeVisible()
})
