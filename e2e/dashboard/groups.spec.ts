import { signUp } from '../situations.ts'
import { expect, test } from './fixtures.ts'

test('a developer puts a user into a group, and ends what the user allowed at the hosted pages', async ({
  page,
  thumbturn: { url, command },
  noViolations,
}) => {
  const created = command('client', 'create', 'demo', '--name', 'Reports', '--redirect-uri', `${url}/reports`)
  const { id: clientId } = created as { id: string }
  await page.goto('/dashboard/applications/demo/groups')
  await expect(page.getByText('No groups yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create a group' }).first().click()
  await page.getByLabel('Name').fill('engineers')
  await page.getByLabel('Custom claims').fill('{ "department": }')
  await expect(page.getByText('Enter a JSON object')).toBeVisible()
  await page.getByLabel('Custom claims').fill('{ "department": "Engines" }')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'engineers' })).toBeVisible()

  const username = await signUp(page)
  await page.goto('/dashboard/applications/demo/users')
  await page.getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  const userPage = page.url()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ada Lovelace').last()).toBeVisible()

  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('link', { name: 'engineers' }).click()
  await page.getByRole('button', { name: 'Add members' }).click()
  await page.getByRole('combobox', { name: 'Users' }).fill(username)
  await page.getByRole('option', { name: username }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Members' })).toContainText(username)
  await noViolations()

  await page.getByRole('link', { name: 'OpenID clients' }).click()
  await page.getByRole('link', { name: /^Reports/ }).click()
  await page.getByRole('combobox', { name: 'Allowed groups' }).click()
  await page.getByRole('option', { name: 'engineers' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${url}/reports`,
    response_type: 'code',
    scope: 'openid profile groups',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await page.goto(`/apps/demo/openid/authorize?${query}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.route('**/reports?*', (route) => route.fulfill({ body: 'Monthly report' }))
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Monthly report')).toBeVisible()

  await page.goto(userPage)
  await expect(page.getByRole('table', { name: 'Programs with access' })).toContainText('Reports')
  await expect(page.getByRole('link', { name: 'engineers' })).toBeVisible()
  await noViolations()
  await page.getByRole('button', { name: 'Revoke the access of Reports' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('table', { name: 'Programs with access' })).toBeHidden()
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('table', { name: 'Signed-in browsers' })).toBeHidden()
})

test('values of a group that another member has changed since aren’t overwritten', async ({ page, mayLog }) => {
  mayLog(/409/)
  await page.goto('/dashboard/applications/demo/groups')
  await page.getByRole('button', { name: 'Create a group' }).first().click()
  await page.getByLabel('Name').fill('writers')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'writers' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Mine')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByLabel('Description').fill('Theirs')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Theirs')).toBeVisible()
  await other.close()

  await expect(async () => {
    // As if the member came back to the tab: the page reads the group again behind the dialog, once its data is old.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(page.getByText('Theirs')).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toContainText('The group was changed since it was read')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Theirs')
})
