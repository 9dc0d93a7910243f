import { expect, test } from '../fixtures.ts'
import { expectInside, part, pressSignIn, signOut, signUp } from '../situations.ts'

test('the token is decoded, and its signature is verified in the page, also after a character changes', async ({
  page,
  thumbturn,
}) => {
  await signUp(page)
  const token = part(page, 'Your token')
  await expect(token.getByRole('status')).toContainText('Signature verified in this page')
  await expect(token.getByText(`${thumbturn.url}/apps/demo`)).toBeVisible()
  await token.getByRole('switch', { name: 'Change one letter' }).click()
  await expect(token.getByRole('status')).toContainText('The signature does not match')
  await token.getByRole('switch', { name: 'Change one letter' }).click()
  await expect(token.getByRole('status')).toContainText('Signature verified in this page')
})

test('the token can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  await page.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByRole('button', { name: 'Copied token' })).toBeVisible()
})

test('the page lists what the server checked and repeats the checks it can', async ({ page, thumbturn }) => {
  await signUp(page)
  const checks = part(page, 'What the server checked').getByRole('listitem')
  await expect(checks).toHaveCount(9)
  const check = (name: string) => checks.filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(check('Purpose')).toContainText('webauthn.create')
  await expect(check('Origin')).toContainText(thumbturn.url)
  await expect(check('RP ID')).toContainText('localhost')
  await expect(check('User verification')).toContainText('verified')
  await expect(check('Public key')).toContainText('ES256')
  await expect(check('Counter')).toContainText('1')
  await expect(checks.filter({ hasText: 'Checked by the service and by this page.' })).toHaveCount(8)
})

test('after a sign-in, the page checks the signature itself', async ({ page }) => {
  const username = await signUp(page)
  await signOut(page)
  await pressSignIn(page)
  await expectInside(page, username)
  const checks = part(page, 'What the server checked').getByRole('listitem')
  const check = (name: string) => checks.filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(check('Signature')).toContainText('Checked by the service and by this page.')
  await expect(check('Counter')).toContainText('2')
})

test('a replayed response is rejected', async ({ page, mayLog }) => {
  mayLog(/status of 403/)
  await signUp(page)
  await page.getByRole('button', { name: 'Try to replay it' }).click()
  await expect(part(page, 'What the server checked').getByText(/Rejected: 403 forbidden/)).toBeVisible()
})
