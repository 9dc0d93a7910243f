import type { Page } from '@playwright/test'
import {
  type IdentityProvider,
  startIdentityProvider,
  testClient,
} from '@thumbturn/service-harness/identity-provider.ts'
import { anotherMachine } from '../device.ts'
import { test as base, expect } from './fixtures.ts'

type EachTest = { idp: IdentityProvider }

const test = base.extend<EachTest>({
  idp: async ({ baseURL }, use) => {
    const redirectUris = ['example-id', 'second-id'].map((id) => `${baseURL}/dashboard/sso/${id}`)
    const idp = await startIdentityProvider({ redirectUris })
    await use(idp)
    await idp.close()
  },
})

/** Creates an API key, which the service, as after five minutes, accepts only from a member who has just confirmed. */
async function createKeyWithConfirmation(page: Page, idp: IdentityProvider) {
  const tooOld = { msg: 'Confirm that it is you', msgCode: 'confirmation_required' }
  await page.goto('/dashboard/applications/demo/keys')
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  await page.route('**/api-keys', (route) => route.fulfill({ status: 403, json: tooOld }), { times: 1 })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly job')
  await page.getByRole('button', { name: 'Create key' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  const openWindow = async () => {
    const button = question.getByRole('button', { name: 'Continue with Example ID' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    return popup
  }
  // A window that the member closes doesn't end the question.
  idp.tampering = { status: 503 }
  await (await openWindow()).close()
  idp.tampering = {}
  // The service remembers for two seconds that the provider didn't work.
  await expect(async () => {
    const popup = await openWindow()
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(question).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(/^ttk_/)
}

async function addProvider(page: Page, { name, id }: { name: string; id: string }, idp: IdentityProvider) {
  await page.goto('/dashboard/single-sign-on')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByLabel('Provider name').fill(name)
  await expect(page.getByText(`/dashboard/sso/${id}`)).toBeVisible()
  await page.getByLabel('Client ID').fill(testClient.clientId)
  await page.getByLabel('Client secret').fill(testClient.clientSecret)
  await page.getByLabel('Discovery base URL').fill(`${idp.issuer}/.well-known/openid-configuration`)
}

const submitProvider = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Add provider' }).click()

test('an owner adds a provider, whose user waits for a role, gets one, and confirms in a window of the provider', async ({
  page,
  browser,
  baseURL,
  idp,
  noViolations,
}) => {
  test.slow()
  idp.accounts.set('grace', { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' })
  idp.subject = 'grace'
  await addProvider(page, { name: 'Example ID', id: 'example-id' }, idp)
  await page.getByText('Scopes and claims').click()
  await page.getByLabel('Scopes', { exact: true }).fill('email profile')
  await page.getByLabel('Directory ID claim').fill('oid')
  await noViolations()
  await submitProvider(page)
  await expect(page.getByRole('table', { name: 'Providers' })).toContainText(idp.issuer)
  await page.getByRole('button', { name: 'Test Example ID' }).click()
  await expect(page.getByText('The configuration and keys of Example ID can be read')).toBeVisible()

  const other = await anotherMachine(browser, baseURL)
  await other.page.goto('/dashboard/members')
  await other.page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await expect(other.page.getByRole('heading', { name: 'You don’t have a role yet' })).toBeVisible()
  await expect(other.page).toHaveURL(/\/dashboard\/members$/)

  await page.goto('/dashboard/members')
  const row = page.getByRole('row', { name: /Grace Hopper/ })
  for (const text of ['Pending', 'Example ID', 'grace@example.com', 'Verified']) await expect(row).toContainText(text)
  await noViolations()
  await page.getByRole('button', { name: 'Grant role to Grace Hopper' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('owner')
  await page.getByRole('dialog').getByRole('button', { name: 'Grant role' }).click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toContainText('Owner')

  await other.page.getByRole('button', { name: 'Check again' }).click()
  await expect(other.page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await createKeyWithConfirmation(other.page, idp)

  await page.getByRole('button', { name: 'Change Grace Hopper' }).click()
  await expect(page.getByRole('dialog').getByText('grace@example.com')).toBeVisible()
  await noViolations()
  await page.getByRole('button', { name: 'Remove link to Example ID (grace@example.com)' }).click()
  await page
    .getByRole('dialog', { name: /Remove the link/ })
    .getByRole('button', { name: 'Remove link' })
    .click()
  await expect(page.getByText('Removed the link to Example ID')).toBeVisible()
  await other.page.reload()
  await expect(other.page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
  await other.leave()
})

test('a member links an account, sees what the provider says about it, and removes the link', async ({
  page,
  idp,
  noViolations,
}) => {
  idp.accounts.set('ada', { email: 'ada@unverified.example', name: 'Ada' })
  idp.subject = 'ada'
  await addProvider(page, { name: 'Second ID', id: 'second-id' }, idp)
  await submitProvider(page)
  await expect(page.getByRole('table', { name: 'Providers' })).toContainText('Second ID')
  await page.goto('/dashboard/account')
  const section = page.getByRole('region', { name: 'Single sign-on' })
  const button = section.getByRole('button', { name: 'Link Second ID' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  if (!popup.isClosed()) await popup.waitForEvent('close')
  const link = section.getByRole('listitem').filter({ hasText: 'ada@unverified.example' })
  await expect(link).toContainText('Not verified')
  await expect(button).toBeHidden()
  await noViolations()
  await link.getByRole('button', { name: /^Remove link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click()
  await expect(link).toBeHidden()
  await expect(button).toBeVisible()
})

test('a sign-in that was not started in this browser shows why it failed', async ({ browser, baseURL, idp }) => {
  const { page, leave } = await anotherMachine(browser, baseURL)
  await page.goto(`/dashboard/sso/example-id?code=x&state=x&iss=${encodeURIComponent(idp.issuer)}`)
  await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Start again')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
  await leave()
})
