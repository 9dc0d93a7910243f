import { newName } from '../situations.ts'
import {
  createRequest,
  expect,
  home,
  openAccount,
  readReturn,
  signUp,
  test,
  withoutAssistance,
  withoutImmediateSignIn,
} from './fixtures.ts'

const pressSignIn = 'Sign in with a passkey'

test('a new user signs up for a program, allows it, and returns to it with a code', async ({ page, createProgram }) => {
  const program = await createProgram()
  await page.goto(createRequest(program))
  await expect(page.getByRole('heading', { name: `Sign in to ${program.name}` })).toBeVisible()
  const username = await signUp(page)
  await expect(page.getByRole('heading', { name: `Allow ${program.name} to use your account?` })).toBeVisible()
  await expect(page.getByText(`Signed in as ${username}.`)).toBeVisible()
  const returned = await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  expect(returned.get('state')).toBe('a-state')
  expect(returned.get('code')).toBeTruthy()
})

test('a browser that is signed in returns to an allowed program without a page', async ({ page, createProgram }) => {
  await openAccount(page)
  const program = await createProgram({ consent: 'skip' })
  const returned = await readReturn(page, () => page.goto(createRequest(program)))
  expect(returned.get('code')).toBeTruthy()
})

test('a returning user signs in from the autofill of the field', async ({ page, createProgram }) => {
  await withoutImmediateSignIn(page)
  await openAccount(page)
  await page.context().clearCookies()
  const program = await createProgram({ consent: 'skip' })
  const returned = await readReturn(page, () => page.goto(createRequest(program)))
  expect(returned.get('code')).toBeTruthy()
})

test('a returning user signs in with the button, with a username or without', async ({ page }) => {
  await withoutAssistance(page)
  const username = await openAccount(page)
  for (const name of ['', username]) {
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByLabel('Username').fill(name)
    await page.getByRole('button', { name: pressSignIn }).click()
    await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  }
})

test('a returning user signs in with one click where the browser can tell at once that there is a passkey', async ({
  page,
}) => {
  await openAccount(page)
  await page.context().clearCookies()
  await page.goto(`${home}/sign-in/`)
  await page.getByRole('button', { name: pressSignIn }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

test('where the browser can tell at once whether there is a passkey, a field comes only if there is none', async ({
  page,
}) => {
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () =>
      ({ immediateGet: true }) as PublicKeyCredentialClientCapabilities
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto(`${home}/sign-in/`)
  await expect(page.getByLabel('Username')).toBeHidden()
  await page.getByRole('button', { name: pressSignIn }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('a canceled sign-in says so, and can be tried again', async ({ page, device }) => {
  await withoutAssistance(page)
  await openAccount(page)
  await page.context().clearCookies()
  await page.goto(`${home}/sign-in/`)
  await device.recognizes(false)
  await page.getByRole('button', { name: pressSignIn }).click()
  await expect(page.getByRole('alert')).toContainText('Canceled or timed out')
  await device.recognizes(true)
  await page.getByRole('button', { name: pressSignIn }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

test('a username that is taken leads to the sign-in', async ({ page, mayLog }) => {
  mayLog(/400|409/)
  await withoutAssistance(page)
  const username = await openAccount(page)
  await page.context().clearCookies()
  await page.goto(`${home}/sign-in/`)
  await signUp(page, username)
  await expect(page.getByRole('alert')).toContainText('An account with this username already exists')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Username')).toHaveValue(username)
})

test('an account needs a username', async ({ page }) => {
  await page.goto(`${home}/sign-in/`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.')
})

test('a program begins with a new account, or with the username that it expects', async ({ page, createProgram }) => {
  await withoutAssistance(page)
  const program = await createProgram()
  await page.goto(createRequest(program, { prompt: 'create' }))
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.goto(createRequest(program, { login_hint: 'ada' }))
  await expect(page.getByLabel('Username')).toHaveValue('ada')
})

test('users can only sign in if the application creates their accounts', async ({ page, thumbturn }) => {
  await thumbturn.change('hostedSignUp=false')
  await page.goto(`${home}/sign-in/`)
  await expect(page.getByRole('button', { name: pressSignIn })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeHidden()
  await thumbturn.change('hostedSignUp=true')
})

test('a code is offered if the application allows it, and a wrong one is rejected', async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/400/)
  await withoutAssistance(page)
  await page.goto(`${home}/sign-in/`)
  await expect(page.getByRole('button', { name: 'Use a one-time code' })).toBeHidden()
  await thumbturn.change('crossAuthMethods=otp,otp:email')
  await page.reload()
  await page.getByRole('button', { name: 'Use a one-time code' }).click()
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.')
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Send a code by email' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'If this account exists, we sent a code.' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('wrong or has expired')
  await thumbturn.change('crossAuthMethods=')
})

test('a request that was changed or has expired says what to do', async ({ page, mayLog }) => {
  mayLog(/400/)
  await page.goto(`${home}/sign-in/?request=${'a'.repeat(60)}`)
  await expect(page.getByRole('heading', { name: 'This sign-in has expired' })).toBeVisible()
})

test('a request of a program that is not set up says what its operator must do', async ({
  page,
  createProgram,
  mayLog,
}) => {
  mayLog(/400/)
  const program = await createProgram()
  await page.goto(createRequest(program, { redirect_uri: 'https://evil.example/' }))
  await expect(page.getByRole('heading', { name: 'This sign-in can’t continue' })).toBeVisible()
  await expect(page.getByText(/^redirect_uri is not one that the client registered/)).toBeVisible()
})

test('an application that does not list the origin of its pages says what its operator must do', async ({
  page,
  thumbturn,
}) => {
  thumbturn.command('app', 'set', 'demo', '--origin', 'http://localhost:1')
  await expect(async () => {
    await page.goto(`${home}/sign-in/`)
    await expect(page.getByRole('heading', { name: 'Passkeys don’t work here yet' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByText(`app set demo --add-origin ${thumbturn.url}`)).toBeVisible()
  thumbturn.command('app', 'set', 'demo', '--origin', thumbturn.url)
})

test('without a connection, the page says so and loads again', async ({ page, mayLog }) => {
  mayLog(/ERR_FAILED/)
  await page.route('**/openid/pages/request*', (route) => route.abort())
  await page.goto(`${home}/sign-in/`)
  await expect(page.getByText('No connection.')).toBeVisible()
  await page.unroute('**/openid/pages/request*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
})
