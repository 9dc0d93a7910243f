import type { Page } from '@playwright/test'
import { expect, home, openAccount, type Program, signUp, test, withoutAssistance } from './fixtures.ts'

const device = { type: 'device', authMethod: 'none', redirectUris: [] }

type Codes = { device_code: string; user_code: string; verification_uri_complete: string }

const post = async (page: Page, endpoint: string, form: Record<string, string>) =>
  (await page.request.post(`${home}/openid/${endpoint}`, { form })).json()

/** Starts the sign-in of a device of a program. */
const start = (page: Page, { id }: Program): Promise<Codes> =>
  post(page, 'device-authorization', { client_id: id, scope: 'openid profile' })

/** The error, if the device gets one instead of tokens. */
async function readError(page: Page, { id }: Program, { device_code }: Codes): Promise<string | undefined> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { error } = await post(page, 'token', { client_id: id, grant_type, device_code })
  return error
}

test('a user signs in, enters the code of a device, compares it, and allows it', async ({ page, createProgram }) => {
  const program = await createProgram(device)
  const started = await start(page, program)
  await page.goto(`${home}/device/`)
  await signUp(page)
  await page.getByLabel('Code on the device').fill(started.user_code.replaceAll('-', '').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: `Connect ${program.name}?` })).toBeVisible()
  await expect(page.getByText(started.user_code, { exact: true })).toBeVisible()
  await expect(page.getByText('If someone sent you the code, deny it')).toBeVisible()
  expect(await readError(page, program, started)).toBe('authorization_pending')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'The device is connected' })).toBeVisible()
  expect(await readError(page, program, started)).toBeUndefined()
})

test('a code in the address is asked about, and a device that is denied gets nothing', async ({
  page,
  createProgram,
}) => {
  await openAccount(page)
  const program = await createProgram(device)
  const started = await start(page, program)
  await page.goto(started.verification_uri_complete)
  await expect(page.getByLabel('Code on the device')).toHaveValue(started.user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'The device was not connected' })).toBeVisible()
  expect(await readError(page, program, started)).toBe('access_denied')
})

test('another user of the browser signs in before a device is connected', async ({ page, createProgram }) => {
  await withoutAssistance(page)
  const username = await openAccount(page)
  const started = await start(page, await createProgram(device))
  await page.goto(started.verification_uri_complete)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`Signed in as ${username}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Not you?' }).click()
  const other = await signUp(page)
  await expect(page.getByLabel('Code on the device')).toHaveValue(started.user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`Signed in as ${other}.`)).toBeVisible()
})

test('a code that names no program is unknown', async ({ page, mayLog }) => {
  mayLog(/404/)
  await openAccount(page)
  await page.goto(`${home}/device/`)
  await page.getByLabel('Code on the device').fill('AAAA')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No device shows this code, or it has expired.')).toBeVisible()
})
