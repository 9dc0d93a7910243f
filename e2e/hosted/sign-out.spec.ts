import { createRequest, expect, home, openAccount, readReturn, test } from './fixtures.ts'

const endSession = `${home}/openid/end-session`

test('a user who agrees to sign out is signed out, and returns to the program', async ({ page, createProgram }) => {
  const username = await openAccount(page)
  const { id } = await createProgram({ postLogoutRedirectUris: ['https://app.example/goodbye'] })
  const query = { client_id: id, post_logout_redirect_uri: 'https://app.example/goodbye', state: 'a-state' }
  await page.goto(`${endSession}?${new URLSearchParams(query)}`)
  await expect(page.getByText(`Signed in as ${username}.`)).toBeVisible()
  const returned = await readReturn(page, () => page.getByRole('button', { name: 'Sign out' }).click())
  expect(returned.get('state')).toBe('a-state')
  await page.goto(`${home}/account/`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a user who stays signed in sees their account', async ({ page }) => {
  await openAccount(page)
  await page.goto(endSession)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

test('a request that has expired signs the user out nevertheless, and a session that has ended needs no question', async ({
  page,
  mayLog,
}) => {
  mayLog(/400/)
  await openAccount(page)
  await page.goto(`${home}/sign-out/?sign_out=${'a'.repeat(60)}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await page.goto(`${home}/sign-out/?sign_out=${'a'.repeat(60)}`)
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
})

test('an error about a sign-out speaks of one', async ({ page, createProgram, mayLog }) => {
  mayLog(/400/)
  await page.goto(`${endSession}?client_id=nothing`)
  await expect(page.getByRole('heading', { name: 'This sign-out can’t continue' })).toBeVisible()
  await page.goto(createRequest(await createProgram(), { redirect_uri: 'https://evil.example' }))
  await expect(page.getByRole('heading', { name: 'This sign-in can’t continue' })).toBeVisible()
})
