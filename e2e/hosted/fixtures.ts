import type { Page } from '@playwright/test'
import { withoutAutofill } from '../device.ts'
import { test as base, expect } from '../fixtures.ts'
import { newName } from '../situations.ts'

/** A program that users sign in to; its return address is answered by the test. */
export type Program = { id: string; name: string }

type ClientFields = Readonly<Record<string, unknown>>

type EachWorker = {
  /** The authorization of calls to the administration API. */
  administration: string
}

type EachTest = {
  /** Creates a program; its redirect URI is https://app.example/callback unless another is given. */
  createProgram: (fields?: ClientFields) => Promise<Program>
  /** Creates a protected resource. */
  createResource: (fields: object) => Promise<void>
}

/** The tests of the hosted pages of the application `demo`. */
export const test = base.extend<EachTest, EachWorker>({
  administration: [
    async ({ thumbturn }, use) => {
      const { key } = thumbturn.command('key', 'create', 'thumbturn', '--name', 'e2e') as { key: string }
      await use(`Bearer ${key}`)
    },
    { scope: 'worker' },
  ],
  createProgram: async ({ thumbturn, administration, page }, use) => {
    await page.route('https://app.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Done' }))
    await use(async (fields = {}) => {
      const name = `Program ${newName()}`
      const body = { name, type: 'web', redirectUris: ['https://app.example/callback'], ...fields }
      return (await post(`${thumbturn.url}/admin/v1/applications/demo/clients`, { administration, body })) as Program
    })
  },
  createResource: async ({ thumbturn, administration }, use) => {
    await use(async (body) => {
      await post(`${thumbturn.url}/admin/v1/applications/demo/resources`, { administration, body })
    })
  },
})

async function post(address: string, { administration, body }: EachWorker & { body: object }): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: administration, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json()
}

export { expect }

export const home = '/apps/demo'

/** The S256 challenge of the verifier in RFC 7636, appendix B. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The address at which a program begins a sign-in. */
export function createRequest({ id }: Program, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: 'https://app.example/callback',
    scope: 'openid profile email',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  })
  return `${home}/openid/authorize?${query}`
}

/** Creates an account on a sign-in page; the browser goes where the page leads. */
export async function signUp(page: Page, username = newName()): Promise<string> {
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  return username
}

/** Opens the account page as a new user. */
export async function openAccount(page: Page): Promise<string> {
  await page.goto(`${home}/account/`)
  const username = await signUp(page)
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  return username
}

/** Does what leads back to the program, and returns what the program gets. */
export async function readReturn(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const returning = page.waitForRequest('https://app.example/**')
  // There is no such host: only the request of a page can be answered, not one that a redirect leads to.
  await act().catch((error: Error) => expect(error.message).toContain('ERR_NAME_NOT_RESOLVED'))
  return new URL((await returning).url()).searchParams
}

/** Lets every page opened from now on show the field for a username, without autofill, which the virtual device would complete. */
export async function withoutAssistance(page: Page): Promise<void> {
  await withoutAutofill(page)
  await withoutImmediateSignIn(page)
}

/** The same with autofill. */
export const withoutImmediateSignIn = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({}) as PublicKeyCredentialClientCapabilities
  })
