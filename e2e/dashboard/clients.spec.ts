import { expect, test } from './fixtures.ts'

test('a developer creates a client for Grafana, copies its settings, replaces its secret, and deletes it', async ({
  page,
  thumbturn: { url },
  noViolations,
}) => {
  await page.goto('/dashboard/applications/demo/clients')
  await expect(page.getByText('No clients yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add a client' }).first().click()
  await page.getByRole('searchbox', { name: 'Find a program' }).fill('graf')
  await page.getByRole('button', { name: 'Grafana' }).click()
  await page.getByLabel('Address of Grafana').fill('grafana.example.com')
  await expect(page.getByText('https://grafana.example.com/login/generic_oauth')).toBeVisible()
  await page.getByRole('button', { name: 'Create client' }).click()

  const settings = page.getByRole('figure').filter({ hasText: 'grafana.ini' })
  await expect(settings).toContainText(`auth_url = ${url}/apps/demo/openid/authorize`)
  await expect(settings).toContainText(/client_secret = [\w-]{43}\n/)
  await noViolations()
  await page.getByRole('link', { name: 'Done' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Grafana', exact: true })).toBeVisible()
  await expect(settings).toContainText('client_secret = {client_secret}')
  await expect(page.getByLabel('Its address')).toHaveValue('https://grafana.example.com')
  await page.getByRole('button', { name: 'Show protocol and tokens' }).click()
  await noViolations()
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await page.getByRole('button', { name: 'Add secret' }).click()
  await expect(page.getByRole('textbox', { name: 'client secret' })).toHaveValue(/^[\w-]{43}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Add a secret' })).toBeDisabled()
  await page
    .getByRole('button', { name: /^Retire the secret/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('button', { name: 'Add a secret' })).toBeEnabled()

  await page.getByText('Don’t ask').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('This client is disabled')).toBeVisible()
  await page.getByRole('link', { name: 'OpenID clients' }).last().click()
  await expect(page.getByRole('table', { name: 'OpenID clients' })).toContainText('Disabled')

  await page.getByRole('link', { name: /^Grafana/ }).click()
  await page.getByText('Ask users').click()
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete client' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByText('No clients yet')).toBeVisible()
})

test('a client whose issuer is no origin of the application says so, and allows it', async ({ page, thumbturn }) => {
  thumbturn.command('app', 'create', 'shop', '--rp-id', 'localhost', '--origin', 'http://localhost:3999')
  await page.goto('/dashboard/applications/shop/clients/-/new')
  await page.getByRole('button', { name: 'Machine' }).click()
  await page.getByLabel('Name').fill('Nightly report')
  await page.getByRole('button', { name: 'Create client' }).click()
  await expect(page.getByText('Users can’t sign in yet')).toBeVisible()
  await expect(page.getByText(`npx thumbturn app set shop`).last()).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nightly report', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Allow origin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Users can’t sign in yet')).toBeHidden()
})
