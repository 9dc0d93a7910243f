import type { Page } from '@playwright/test'
import { anotherMachine, withoutAutofill } from '../device.ts'
import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { alert, auth, openElements, press, profile, said } from './page.ts'

const status = (page: Page) => page.getByRole('status')

/** Creates an account with the keyboard alone and stays signed in. */
async function signUp(page: Page): Promise<string> {
  const name = newName()
  await press(page, 'Create an account')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
  return name
}

test('a user signs up, leaves, and signs in without a username', async ({ page, thumbturn, noViolations }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  await noViolations()
  const name = await signUp(page)
  await noViolations()
  await press(page, 'Sign out')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await press(page, 'Sign in with a passkey')
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
  expect(await said(page)).toEqual(['signed-in', 'signed-out', 'signed-in'])
  await page.reload()
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
})

test('a passkey chosen from autofill signs the user in', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  const name = await signUp(page)
  await page.context().clearCookies()
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
  })
  await page.reload()
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
})

test('a closed dialog is not an error, a rejection is, and the next attempt works', async ({
  page,
  device,
  thumbturn,
  mayLog,
}) => {
  mayLog(/ERR_CONNECTION_REFUSED/)
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  const name = await signUp(page)
  await press(page, 'Sign out')
  await device.recognizes(false)
  await page.getByLabel('Username').fill(name)
  await press(page, 'Sign in with a passkey')
  await expect(status(page)).toHaveText(/^Sign-in was canceled or timed out\. Try again\./)
  await expect(alert(page)).toBeEmpty()
  await page.route('**/auth/init', (route) => route.abort('connectionrefused'))
  await press(page, 'Sign in with a passkey')
  await expect(alert(page)).toHaveText(/^No response from http.* allows http:\/\/localhost/)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
  await page.unroute('**/auth/init')
  await device.recognizes(true)
  await press(page, 'Sign in with a passkey')
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
  expect(await said(page)).toEqual(['signed-in', 'signed-out', 'error', 'signed-in'])
})

test('taken and missing usernames are reported next to the field', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  const name = await signUp(page)
  await press(page, 'Sign out')
  await press(page, 'Create an account')
  await page.getByLabel('Username').fill('')
  await press(page, 'Sign up with a passkey')
  await expect(alert(page)).toHaveText('Enter your username.')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type(name)
  await press(page, 'Sign up with a passkey')
  await expect(alert(page)).toHaveText('An account with this username already exists. Sign in instead.')
})

test('a cross-device code adds a passkey on another device', async ({ page, browser, thumbturn, mayLog }) => {
  mayLog(/status of 400/)
  // The page comes from no server, so the browser can't tell that it is on this machine.
  await page.context().grantPermissions(['local-network-access'])
  await thumbturn.change('crossAuthMethods=otp,otp:email')
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  const name = await signUp(page)
  const code = await page.evaluate(async () => {
    const { client } = document.querySelector('thumbturn-auth') as unknown as { client: { baseUrl: string } }
    const token = /token=([^;]+)/.exec(document.cookie)![1]!
    const response = await fetch(`${client.baseUrl}/fido2/v2/auth/otp`, {
      method: 'POST',
      headers: { authorization: token },
    })
    return ((await response.json()) as { code: string }).code
  })
  const { page: second, leave } = await anotherMachine(browser)
  await withoutAutofill(second)
  await openElements(second, thumbturn.url, { html: auth })
  // The user's passkey isn't on this device, so the service offers codes.
  await second.route('**/auth/init', async (route) => {
    const response = await route.fetch()
    const methods = { crossAuthMethods: ['otp', 'otp:email'], fallbackMethods: [] }
    await route.fulfill({ json: { ...(await response.json()), action: 'crossAuth', ...methods } })
  })
  await second.getByLabel('Username').fill(name)
  await press(second, 'Sign in with a passkey')
  await expect(second.getByRole('heading', { name: 'Use a code' })).toBeVisible()
  await expect(second.getByLabel('Code')).toBeFocused()
  await press(second, 'Send a code by email')
  await expect(status(second)).toHaveText('If this account exists, we sent a code.')
  await second.getByLabel('Code').fill('000000')
  await press(second, 'Continue')
  await expect(alert(second)).toHaveText('This code is wrong or has expired.')
  await second.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await press(second, 'Continue')
  await expect(second.getByRole('heading', { name: 'Create a passkey on this device?' })).toBeFocused()
  await press(second, 'Create a passkey')
  await expect(second.getByText(`You are signed in as ${name}.`)).toBeVisible()
  await leave()
})

test('a page can take over when passkeys are unavailable', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  await page.route('**/auth/init', async (route) => {
    const response = await route.fetch()
    const methods = { crossAuthMethods: [], fallbackMethods: ['ciam'] }
    await route.fulfill({ json: { ...(await response.json()), action: 'fallback', ...methods } })
  })
  await page.getByLabel('Username').fill('unknown')
  await press(page, 'Sign in with a passkey')
  await expect(alert(page)).toHaveText("You can't use a passkey here. Sign in another way.")
  await page.evaluate(() => addEventListener('thumbturn-fallback', (event) => event.preventDefault()))
  await press(page, 'Sign in with a passkey')
  await expect(alert(page)).toBeEmpty()
  await expect.poll(() => said(page)).toEqual(['fallback', 'fallback'])
})

test('adding, renaming, and deleting passkeys never loses the focus', async ({
  page,
  device,
  thumbturn,
  noViolations,
}) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth + profile })
  await expect(page.getByText('Sign in to see your passkeys.')).toBeVisible()
  await signUp(page)
  const items = page.getByRole('listitem')
  await expect(items).toHaveCount(1)
  await expect(items.first()).toContainText('In use now')
  await noViolations()

  await press(page, 'Add a passkey')
  await expect(page.locator('thumbturn-profile').getByRole('status')).toHaveText('')
  await expect(page.locator('thumbturn-profile').getByRole('alert')).toHaveText('This device already has your passkey.')
  await device.plugInSecurityKey()
  await press(page, 'Add a passkey')
  await expect(page.locator('thumbturn-profile').getByRole('status')).toHaveText('The passkey was added.')
  await expect(items).toHaveCount(2)

  const other = items.filter({ hasNotText: 'In use now' })
  await other.getByRole('button', { name: /^Rename/ }).click()
  await expect(page.getByLabel('New name')).toBeFocused()
  await noViolations()
  await page.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: /^Rename/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('New name').fill('<b>Desk</b> key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename: <b>Desk</b> key' })).toBeFocused()
  await expect(page.locator('thumbturn-profile').getByRole('status')).toHaveText('The name was changed.')

  await press(page, 'Delete: <b>Desk</b> key')
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await noViolations()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete: <b>Desk</b> key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, 'Delete')
  await expect(items).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  expect(await said(page)).toEqual(['signed-in', 'error', 'passkey-added', 'passkey-renamed', 'passkey-deleted'])
})

test('deleting the passkey in use signs the user out and says so', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth + profile })
  await signUp(page)
  await page.getByRole('button', { name: /^Delete: / }).click()
  await press(page, 'Delete')
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(await said(page)).toEqual(['signed-in', 'passkey-deleted', 'signed-out'])
})

test('a page in English loads no other language', async ({ page, thumbturn }) => {
  await withoutAutofill(page)
  expect(await openElements(page, thumbturn.url, { html: auth })).toEqual(['/elements/index.js'])
})

const titles = {
  'de-AT': 'Anmelden',
  es: 'Iniciar sesión',
  fr: 'Se connecter',
  it: 'Accedi',
  ja: 'ログイン',
  nl: 'Inloggen',
  pl: 'Zaloguj się',
  'pt-BR': 'Iniciar sessão',
  'zh-Hans': '登录',
  xx: 'Sign in',
}

test('the page or the component selects one of ten languages, and nothing scrolls sideways', async ({
  page,
  thumbturn,
  noViolations,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await withoutAutofill(page)
  const loaded = await openElements(page, thumbturn.url, { html: auth, lang: 'de' })
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  expect(loaded).toHaveLength(2)
  await noViolations()
  for (const [lang, title] of Object.entries(titles)) {
    await page.locator('thumbturn-auth').evaluate((element, lang) => element.setAttribute('lang', lang), lang)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth'), lang).toBe(320)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`all text has enough contrast in the ${colorScheme} color scheme`, async ({ page, thumbturn, noViolations }) => {
    await page.emulateMedia({ colorScheme })
    await withoutAutofill(page)
    await openElements(page, thumbturn.url, { html: auth + profile })
    await press(page, 'Create an account')
    await press(page, 'Sign up with a passkey')
    await noViolations()
    await signUpHere(page)
    await page.getByRole('button', { name: /^Delete: / }).click()
    await noViolations()
  })
}

async function signUpHere(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(newName())
  await press(page, 'Sign up with a passkey')
  await expect(page.getByRole('listitem')).toHaveCount(1)
}

test('a client and a grant set before the component is mounted are used', async ({ page, thumbturn, mayLog }) => {
  mayLog(/status of 401/)
  await withoutAutofill(page)
  const early = `<thumbturn-auth mode="sign-up"></thumbturn-auth>
    <script>Object.assign(document.querySelector('thumbturn-auth'), { token: 'granted', client: {
      baseUrl: location.origin + '/apps/demo', appId: 'demo', disableAnalytics: true,
      tokenStore: { get() {}, set() {}, clear() {} } } })</script>`
  await openElements(page, thumbturn.url, { html: early })
  await page.getByLabel('Username').fill(newName())
  const asked = page.waitForRequest('**/apps/demo/fido2/v2/reg/init')
  await page.route('**/reg/init', (route) =>
    route.fulfill({ status: 401, json: { msg: 'No', msgCode: 'unauthorized' } }),
  )
  await press(page, 'Sign up with a passkey')
  expect((await asked).headers().authorization).toBe('granted')
  await expect(alert(page)).toHaveText('Your session has ended. Sign in again.')
})

for (const [lang, type, wanted] of [
  ['en', 'other', 'Enter your username.'],
  ['en', 'email', 'Enter your email address.'],
  ['de', 'email', 'Geben Sie Ihre E-Mail-Adresse ein.'],
  ['ja', 'other', 'ユーザー名を入力してください。'],
] as const) {
  test(`a sign-up without a username (${lang}, ${type}) fails before anything is sent`, async ({ page, thumbturn }) => {
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/fido2/v2') && calls.push(request.url()))
    const html = auth.replace('>', ` mode="sign-up" username-type="${type}">`)
    await openElements(page, thumbturn.url, { html, lang })
    for (const name of ['', '  ']) {
      await page.getByRole('textbox').fill(name)
      await page.keyboard.press('Enter')
      await expect(alert(page)).toHaveText(wanted)
      await expect(page.getByRole('textbox')).toBeFocused()
    }
    expect(calls).toEqual([])
  })
}

test('on localhost, a component names the origin that is not allowed and the command that allows it', async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/status of 400/)
  // The page comes from no server, so the browser can't tell that it is on this machine.
  await page.context().grantPermissions(['local-network-access'])
  await withoutAutofill(page)
  const html = `<thumbturn-auth base-url="${thumbturn.url}/apps/demo"></thumbturn-auth>`
  await openElements(page, 'http://localhost:5999', { html })
  await press(page, 'Sign in with a passkey')
  await expect(alert(page)).toHaveText(
    /^The origin http:\/\/localhost:5999 is not allowed for application demo\. .*npx thumbturn app set demo /,
  )
})

test('a canceled dialog and a passkey on another device get the same message in every language', async ({
  page,
  device,
  thumbturn,
}) => {
  await withoutAutofill(page)
  await device.recognizes(false)
  await openElements(page, thumbturn.url, { html: auth, lang: 'de' })
  await press(page, 'Mit Passkey anmelden')
  await expect(status(page)).toHaveText(/abgebrochen oder hat zu lange gedauert.*auf andere Weise an\.$/)
})

const immediate = '<thumbturn-auth immediate base-url="/apps/demo"></thumbturn-auth>'

test('with immediate, one button signs in with a passkey of this device', async ({ page, thumbturn, noViolations }) => {
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: auth })
  const name = await signUp(page)
  await page.context().clearCookies()
  await openElements(page, thumbturn.url, { html: immediate })
  await expect(page.getByRole('textbox')).toBeHidden()
  await noViolations()
  await press(page, 'Sign in')
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
})

test('with immediate, a user without a passkey on this device gets the form and no dialog', async ({
  page,
  device,
  thumbturn,
}) => {
  await device.touched(false)
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: immediate })
  await press(page, 'Sign in')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(status(page)).toHaveText('')
  expect(await said(page)).toEqual([])
})

test('in a browser without immediate sign-in, the form is shown at once', async ({ page, thumbturn }) => {
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: false })
  })
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: immediate })
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('an immediate sign-in that the service cannot answer shows the form and says why', async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/ERR_FAILED/)
  await withoutAutofill(page)
  await openElements(page, thumbturn.url, { html: immediate })
  await page.route('**/auth/init', (route) => route.abort())
  await press(page, 'Sign in')
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(alert(page)).not.toHaveText('')
})
