import { anotherMachine } from '../device.ts'
import { expect, test } from './fixtures.ts'

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('signs in with a passkey of a member only, and stays at the page they asked for', async ({ page, mayLog }) => {
    mayLog(/40[13]/)
    await page.goto('/dashboard/checks')
    await expect(page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/checks$/)
  })

  test('learns that a link is invalid', async ({ page, mayLog }) => {
    mayLog(/404/)
    await page.goto('/dashboard/join#tti_unknown')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  })
})

test('a member opens another invitation in the same tab, and tries again after an outage', async ({ page, mayLog }) => {
  mayLog(/404|503/)
  await page.goto('/dashboard/join#tti_expired')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  const unavailable = { msg: 'Unavailable', msgCode: 'service_unavailable' }
  await page.route('**/invitations/look-up', (route) => route.fulfill({ status: 503, json: unavailable }), { times: 1 })
  await page.goto('/dashboard/join#tti_newer')
  await expect(page.getByText('The service is unavailable right now.')).toBeVisible()
  await expect(page.getByText('Ask an owner of the installation for a new invitation')).toBeHidden()
  const lookUp = page.waitForRequest('**/invitations/look-up')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await lookUp).postDataJSON()).toEqual({ token: 'tti_newer' })
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})

test('the address of an unknown application leads back to the applications', async ({ page, mayLog }) => {
  mayLog(/404/)
  await page.goto('/dashboard/applications/unknown/keys')
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Application', exact: true })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'All applications' }).click()
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
})

test('the command palette leads to pages and applications by their names', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, applications, and users').fill('Thumbturn demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thumbturn demo' })).toBeVisible()
})

test('the command palette finds a user while no application is open', async ({ page, thumbturn }) => {
  thumbturn.command('user', 'create', 'demo', 'hedy.of.the.palette')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, applications, and users').fill('the.palette')
  await page.getByRole('button', { name: 'hedy.of.the.palette' }).click()
  await expect(page.getByRole('heading', { name: 'hedy.of.the.palette' })).toBeVisible()
})

test('the command palette says that it searched only the users of the first applications', async ({ page, mayLog }) => {
  mayLog(/404/)
  await page.route('**/admin/v1/applications', async (route) => {
    const response = await route.fetch()
    const { applications } = (await response.json()) as { applications: [object] }
    const others = Array.from({ length: 10 }, (_, at) => ({
      ...applications[0],
      id: `other-${at}`,
      name: `Other ${at}`,
    }))
    await route.fulfill({ response, json: { applications: [...applications, ...others] } })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Other 9/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, applications, and users').fill('nobody.at.all')
  await expect(page.getByText('Only users of the first 10 applications were searched')).toBeVisible()
})

test('a browser that doesn’t allow copying is no success', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto('/dashboard/applications/demo')
  await page.getByRole('button', { name: 'Copy base URL' }).click()
  await expect(page.getByText('The browser didn’t allow copying.')).toBeVisible()
})

test('a page that can’t be shown gives way to the next one', async ({ page, thumbturn, mayLog }) => {
  mayLog(/404|no such user/)
  thumbturn.command('user', 'create', 'demo', 'hedy.after.an.error')
  await page.goto('/dashboard/applications/demo/users/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, applications, and users').fill('hedy.after')
  await page.getByRole('button', { name: 'hedy.after.an.error' }).click()
  await expect(page.getByRole('heading', { name: 'hedy.after.an.error' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('an owner invites a viewer, who sees applications and can change nothing', async ({ page, browser, baseURL }) => {
  await page.goto('/dashboard/members')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByLabel('Email address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('In development, no email is sent to grace@example.com')).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'invitation link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('grace@example.com')

  const other = await anotherMachine(browser, baseURL)
  await other.page.goto(link)
  await expect(other.page.getByText('You’re invited as viewer.')).toBeVisible()
  await other.page.getByLabel('Your name').fill('Grace Hopper')
  await other.page.getByRole('button', { name: 'Create a passkey' }).click()
  await other.page.getByRole('button', { name: 'Not now' }).click()
  await other.page.getByRole('link', { name: /^Thumbturn demo/ }).click()
  await expect(other.page.getByRole('link', { name: 'Members' })).toBeHidden()
  await other.page.getByRole('link', { name: 'Settings' }).click()
  await expect(other.page.getByText('A developer or an owner can change them')).toBeVisible()
  await expect(other.page.getByRole('textbox', { name: 'Passkeys per user' })).toBeDisabled()

  await page.reload()
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('Grace Hopper')
  await page.getByRole('button', { name: 'Change Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByRole('table', { name: 'Members' })).not.toContainText('Grace Hopper')
  await other.page.reload()
  await expect(other.page.getByRole('heading', { name: 'Sign in to Thumbturn' })).toBeVisible()
  await other.leave()
})

test('an owner of an application invites to that application alone, and sees its RP ID without changing it', async ({
  browser,
  baseURL,
  thumbturn,
}) => {
  const { url } = thumbturn.command('member', 'invite', '--role', 'demo=owner') as { url: string }
  const { page } = await anotherMachine(browser, baseURL)
  await page.goto(url)
  await page.getByLabel('Username').fill('katherine')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('link', { name: /^Thumbturn demo/ }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('An owner or a developer of the installation can change them')).toBeVisible()
  for (const name of ['RP ID', 'Base URL']) await expect(page.getByRole('textbox', { name })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Passkeys per user' })).toBeEnabled()
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('katherine')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await expect(page.getByLabel('Where')).toBeHidden()
  await page.getByLabel('Role').selectOption('developer')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('Developer of demo')
  await page.context().close()
})
