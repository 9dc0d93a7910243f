import { expect, test } from './fixtures.ts'

const uri = 'https://mcp.example.com/files'

test('a developer describes an API, lets a program ask for it, changes its permissions, and deletes it', async ({
  page,
  thumbturn: { url, command },
  noViolations,
}) => {
  command('client', 'create', 'demo', '--name', 'Assistant', '--redirect-uri', `${url}/assistant`)
  await page.goto('/dashboard/applications/demo/apis')
  await expect(page.getByText('No protected APIs yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add an API' }).first().click()
  await page.getByLabel('URI').fill('http://mcp.example.com/files')
  await expect(page.getByText('Use https; only localhost can have http')).toBeVisible()
  await page.getByLabel('URI').fill(uri)
  await page.getByLabel('Name').fill('Files')
  await page.getByRole('button', { name: 'Add a permission' }).click()
  await page.getByLabel('Scope 1', { exact: true }).fill('files:read')
  await expect(page.getByText('Say what it allows: users read this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add API' })).toBeDisabled()
  await page.getByLabel('What scope 1 allows').fill('Read your files')
  await noViolations()
  await page.getByRole('button', { name: 'Add API' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await expect(page.getByRole('figure')).toContainText(`issuer: '${url}/apps/demo',`)
  await expect(page.getByRole('figure')).toContainText(`resource: '${uri}',`)
  await expect(page.getByText('No program can ask for access yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add programs' }).click()
  await page.getByRole('combobox', { name: 'OpenID clients' }).click()
  await page.getByRole('option', { name: 'Assistant' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Programs' })).toContainText('Assistant')
  await noViolations()

  await page.getByRole('button', { name: 'Add a permission' }).click()
  await page.getByLabel('Scope 2', { exact: true }).fill('openid')
  await expect(page.getByText('OpenID Connect has this scope: use another name')).toBeVisible()
  await page.getByLabel('Scope 2', { exact: true }).fill('files:write')
  await page.getByLabel('What scope 2 allows').fill('Change your files')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('What scope 2 allows')).toHaveValue('Change your files')
  await expect(page.getByRole('figure')).toContainText("scopesSupported: ['files:read', 'files:write'],")

  await page.getByRole('link', { name: 'Protected APIs' }).last().click()
  await expect(page.getByRole('table', { name: 'Protected APIs' })).toContainText('2 permissions')
  await page.getByRole('link', { name: /^Files/ }).click()
  await page.getByRole('button', { name: 'Remove Assistant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No program can ask for access yet')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete API' }).click()
  await expect(page.getByText('No protected APIs yet')).toBeVisible()
})
