import { withoutAutofill } from '../device.ts'
import { call, expect, signUpInPage, test } from './ready.ts'

// Each page sample in the documentation does what its page says, with the backend samples behind it.

test('get started: creates a passkey, signs in and starts a session', async ({ run, backend, username }) => {
  await run('get-started')
  expect(backend.sessions).toMatchObject([{ username }])
})

test('sign-up: the form creates a passkey and continues', async ({ page, run, backend, username, thumbturn }) => {
  await run('sign-up')
  await page.getByLabel('E-mail').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${thumbturn.url}/welcome`)
  expect(backend.sessions).toMatchObject([{ username }])
})

test('sign-up: a user with an account is led to sign-in', async ({ page, run, username, thumbturn }) => {
  await signUpInPage({ page, run })
  await page.context().clearCookies()
  await run('sign-up')
  await page.getByLabel('E-mail').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${thumbturn.url}/sign-in`)
})

test('protected sign-up: a grant is enough if the application requires a token', async ({ page, run, device }) => {
  await signUpInPage({ page, run })
  expect(await device.passkeys()).toHaveLength(1)
})

test('sign-in: with and without a username, and by other methods for users without a passkey', async ({
  page,
  run,
  backend,
  username,
  change,
}) => {
  await signUpInPage({ page, run })
  await run('sign-in')
  await call(page, 'signIn', username)
  expect(backend.sessions).toMatchObject([{ username }])
  expect(await call(page, 'signInWithoutUsername')).toMatchObject({ isAuthenticated: true })
  await change('crossAuthMethods=', 'fallbackMethods=ciam')
  await page.evaluate(() => Object.assign(globalThis, { showOtherWays: (name: string) => (document.title = name) }))
  await call(page, 'signIn', 'unknown')
  expect(await page.title()).toBe('unknown')
  await change('fallbackMethods=')
})

test('autofill: the passkey that the field offers signs the user in', async ({
  page,
  run,
  backend,
  username,
  thumbturn,
}) => {
  await signUpInPage({ page, run })
  await run('autofill')
  await page.waitForURL(`${thumbturn.url}/`)
  expect(backend.sessions).toMatchObject([{ username }])
})

test('immediately: a click signs in with a passkey of this device, or leads to the other ways', async ({
  page,
  run,
  device,
  backend,
  username,
  thumbturn,
}) => {
  await signUpInPage({ page, run })
  await run('immediate')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${thumbturn.url}/`)
  expect(backend.sessions).toMatchObject([{ username }])
  for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
  await run('immediate')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${thumbturn.url}/sign-in`)
})

test('hints: the button for a phone is hidden without Bluetooth, and a security key comes first', async ({
  page,
  run,
  username,
}) => {
  await signUpInPage({ page, run })
  await run('hints')
  await expect(page.locator('#phone')).toBeHidden()
  expect(await call(page, 'signInWithSecurityKey', username)).toMatchObject({ isAuthenticated: true })
})

test('upgrade: a user who signed in another way is offered a passkey', async ({ page, run, device, username }) => {
  await run('upgrade')
  // No authenticator of Chromium's test tools creates one without a dialog.
  await page.evaluate(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({})
  })
  for (const wanted of [false, true]) {
    await page.evaluate(
      async ([username, wanted]) => {
        const { token } = await (await fetch('/passkey-grant', { method: 'POST' })).json()
        const { sample } = globalThis as unknown as { sample: typeof import('@thumbturn/examples/web/upgrade.ts') }
        await sample.upgrade(username, token, async () => wanted)
      },
      [username, wanted] as const,
    )
    expect(await device.passkeys()).toHaveLength(wanted ? 1 : 0)
  }
})

test('a signed-in user lists, renames, and deletes passkeys, and a grant lists them', async ({ page, run }) => {
  await signUpInPage({ page, run })
  await run('passkeys')
  const [listed] = (await call(page, 'managePasskeysWithGrant')) as { credentialSynced: boolean }[]
  expect(listed).toMatchObject({ credentialSynced: false })
  await call(page, 'managePasskeys')
  expect(await call(page, 'managePasskeysWithGrant')).toEqual([])
})

test('a transaction is confirmed, and the backend finds its own order in it', async ({ page, run, backend }) => {
  await signUpInPage({ page, run })
  await run('confirm-transaction')
  await call(page, 'confirm')
  expect(backend.confirmed).toHaveLength(1)
})

test('the demo settings are valid', async ({ run }) => run('check-settings'))

test('functions sign in without the class', async ({ page, run }) => {
  await signUpInPage({ page, run })
  await run('functions')
})

test('a backend between the page and the service signs its user in', async ({ page, run, backend, username }) => {
  await signUpInPage({ page, run })
  await run('proxy-sign-in')
  await call(page, 'signIn')
  await expect.poll(() => backend.sessions).toMatchObject([{ username }])
})

test('components: signing up starts a session and shows the passkey', async ({ page, run, backend, username }) => {
  await withoutAutofill(page)
  await run('elements')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => backend.sessions).toMatchObject([{ username }])
})
