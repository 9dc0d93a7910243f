import { anotherMachine } from '../device.ts'
import { expect, test } from './fixtures.ts'
import { expectInside, fillIn, goTo, mailedCode, openAccount, pin, proveEmail } from './situations.ts'

test('a code shown on one device adds a passkey on another, once', async ({ page, browser, bank, device }) => {
  const email = await openAccount(page)
  await goTo(page, 'Security')
  await page.getByRole('button', { name: 'Show a code' }).click()
  const shown = await page.getByText(/^Your code: \d{6}$/).innerText()
  const code = shown.slice(-6)

  const second = await anotherMachine(browser, bank)
  await second.page.goto('/new-device')
  await fillIn(second.page, 'Email address', email)
  await fillIn(second.page, 'Code from your other device', '000000')
  await expect(second.page.getByText('This code doesn’t work')).toBeVisible()
  await fillIn(second.page, 'Code from your other device', `${code.slice(0, 3)} ${code.slice(3)}`)
  await second.page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(second.page)
  await goTo(second.page, 'Security')
  await expect(second.page.getByRole('button', { name: /^Rename/ })).toHaveCount(2)
  expect(await second.device.passkeys()).toHaveLength(1)
  expect(await device.passkeys()).toHaveLength(1)
  await second.leave()

  const third = await anotherMachine(browser, bank)
  await third.page.goto('/new-device')
  await fillIn(third.page, 'Email address', email)
  await fillIn(third.page, 'Code from your other device', code)
  await expect(third.page.getByText('This code doesn’t work')).toBeVisible()
  await third.leave()
})

test('a customer who lost every device recovers with an emailed code, which is not enough on its own', async ({
  page,
  browser,
  bank,
}) => {
  const email = await openAccount(page)
  await proveEmail(page)

  const fresh = await anotherMachine(browser, bank)
  await fresh.page.goto('/recover')
  await fillIn(fresh.page, 'Email address', email)
  await expect(fresh.page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(fresh.page.getByLabel('Code')).toHaveValue('')
  await fillIn(fresh.page, 'Code', await mailedCode(fresh.page))
  await expect(fresh.page.getByRole('heading', { name: 'A passkey for this device' })).toBeVisible()
  expect(await fresh.page.evaluate(overviewStatus)).toEqual([403, 'passkey_needed'])
  // After a closed dialog and a reload: the code was used, and its token still works.
  await fresh.device.recognizes(false)
  await fresh.page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(fresh.page.getByText('Canceled or timed out')).toBeVisible()
  await fresh.page.reload()
  await fresh.device.recognizes(true)
  await fresh.page.getByRole('button', { name: 'Create a passkey' }).click()
  await expectInside(fresh.page)
  await fresh.leave()
})

test('a browser that creates passkeys without a dialog does so after the code', async ({ page, browser, bank }) => {
  const email = await openAccount(page)
  await proveEmail(page)

  const fresh = await anotherMachine(browser, bank)
  await fresh.page.addInitScript(createWithoutDialog)
  await fresh.page.goto('/recover')
  await fillIn(fresh.page, 'Email address', email)
  await fillIn(fresh.page, 'Code', await mailedCode(fresh.page))
  await expectInside(fresh.page)
  expect(await fresh.device.passkeys()).toHaveLength(1)
  await fresh.leave()
})

/** Chromium creates a passkey without a dialog only after it filled in a saved password, which the test device has none of. */
function createWithoutDialog() {
  const { credentials } = navigator
  const create = credentials.create.bind(credentials)
  Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalCreate: true }) })
  credentials.create = ({ mediation, ...options }: CredentialCreationOptions & { mediation?: string } = {}) => {
    if (mediation !== 'conditional') throw new Error('A dialog would open')
    return create(options)
  }
}

async function overviewStatus() {
  const token = /thumbturn_bank_token=([^;]+)/.exec(document.cookie)![1]
  const response = await fetch('/api/overview', { headers: { authorization: `Bearer ${token}` } })
  return [response.status, (await response.json()).code]
}

test('without a passkey, an emailed code and the PIN sign in, even after a reload, and cannot change passkeys', async ({
  page,
  browser,
  bank,
}) => {
  const email = await openAccount(page)
  await proveEmail(page)

  const { page: elsewhere, device, leave } = await anotherMachine(browser, bank)
  await elsewhere.goto('/other-way')
  await fillIn(elsewhere, 'Email address', 'ada')
  await expect(elsewhere.getByText('An address such as ada@example.com.')).toBeVisible()
  await fillIn(elsewhere, 'Email address', email)
  // First the passkey, which isn't on this device.
  await device.recognizes(false)
  await elsewhere.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(elsewhere.getByText('Canceled or timed out')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Get a code by email' }).click()
  await fillIn(elsewhere, 'Code', await mailedCode(elsewhere))
  await expect(elsewhere.getByLabel('Your PIN')).toBeVisible()
  await elsewhere.reload()
  await fillIn(elsewhere, 'Your PIN', '314')
  await expect(elsewhere.getByText('Five digits.', { exact: true })).toBeVisible()
  await fillIn(elsewhere, 'Your PIN', '00000')
  await expect(elsewhere.getByText('The PIN wasn’t accepted')).toBeVisible()
  await fillIn(elsewhere, 'Your PIN', pin)
  await expectInside(elsewhere)
  await goTo(elsewhere, 'Security')
  await expect(elsewhere.getByText('You signed in without one.')).toBeVisible()
  await expect(elsewhere.getByText('Chrome on Linux')).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: /^Rename/ })).toHaveCount(0)
  await leave()
})

test('after five wrong PINs the bank asserts no user until a passkey is used', async ({ page, bank }) => {
  const email = await openAccount(page)
  const tryPin = async (given: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ username: email, pin: given })
    return (await fetch(`${bank}/api/pin`, { method: 'POST', headers, body })).status
  }
  for (const wrong of ['00001', '00002', '00003', '00004', '00005']) expect(await tryPin(wrong)).toBe(403)
  expect(await tryPin(pin)).toBe(403)
  await page.reload()
  await expectInside(page)
  expect(await tryPin(pin)).toBe(200)
})

test('an attacker guessing PINs does not lock devices that used a passkey, and attempts on those devices count too', async ({
  page,
  bank,
  mayLog,
}) => {
  mayLog(/status of 403/)
  const email = await openAccount(page)
  const wrong = ['00001', '00002', '00003', '00004', '00005']
  const init = (given: string, cookie = 'none=1') => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ username: email, pin: given }),
  })
  const attackerAttempts = async (given: string) => (await fetch(`${bank}/api/pin`, init(given))).status
  const ownerAttempts = (given: string) =>
    page.evaluate(
      async ([method, body]) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/pin', { method: method!, headers, body: body! })).status
      },
      [init(given).method, init(given).body],
    )
  for (const given of wrong) expect(await attackerAttempts(given)).toBe(403)
  expect(await attackerAttempts(pin)).toBe(403)
  expect(await ownerAttempts(pin)).toBe(200)
  // The owner's correct PIN gives an attacker no further attempts, and an unknown device ID counts as an attacker's.
  expect(await attackerAttempts(pin)).toBe(403)
  expect((await fetch(`${bank}/api/pin`, init(pin, `saltmarsh_device=${'A'.repeat(22)}`))).status).toBe(403)
  for (const given of wrong) expect(await ownerAttempts(given)).toBe(403)
  expect(await ownerAttempts(pin)).toBe(403)
  await page.reload()
  await expectInside(page)
  expect(await ownerAttempts(pin)).toBe(200)
})
