import { expect, test } from './fixtures.ts'

test('a developer protects a site with a rule, copies the settings of its proxy, changes it, and deletes it', async ({
  page,
  thumbturn: { url, command },
  noViolations,
}) => {
  command('group', 'create', 'demo', 'admins')
  await page.goto('/dashboard/applications/demo/sites')
  await expect(page.getByText('No protected sites yet')).toBeVisible()
  await page.getByRole('link', { name: 'Protect a site' }).first().click()
  await page.getByLabel('Host').fill('https://wiki.example.com/')
  await expect(page.getByLabel('Name')).toHaveValue('Wiki')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByLabel('Path of rule 1')).toBeFocused()
  await page.getByLabel('Path of rule 1').fill('/admin/*')
  await page.getByLabel('Who gets in by rule 1').selectOption('Members of groups')
  await expect(page.getByText('Choose at least one group')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Protect site' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Groups of rule 1' }).click()
  await page.getByRole('option', { name: 'admins' }).click()
  await noViolations()
  await page.getByRole('button', { name: 'Protect site' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible()
  await expect(page.getByText('Every request is denied until Thumbturn trusts the proxy')).toBeVisible()
  await expect(page.getByText(`${url}/apps/demo/forward/check`)).toBeVisible()
  await page.getByLabel('The proxy reaches the program at').fill('10.0.0.5:3000')
  await expect(page.getByRole('figure')).toContainText('proxy_pass http://10.0.0.5:3000;')
  await page.getByRole('tab', { name: 'Caddy' }).click()
  await expect(page.getByRole('figure')).toContainText('uri /apps/demo/forward/check?redirect=true')
  await noViolations()

  await page.getByRole('button', { name: 'Move rule 1 down' }).click()
  await expect(page.getByText('Rule 1 already decides about this')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move rule 2 up' })).toBeFocused()
  await page.getByRole('button', { name: 'Move rule 2 up' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.getByRole('combobox', { name: 'Methods of rule 1' }).fill('get')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Without a page view' }).fill('2')
  await page.getByRole('checkbox', { name: 'Groups' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Without a page view' })).toHaveValue('2')
  await expect(page.getByRole('checkbox', { name: 'Groups' })).not.toBeChecked()
  await expect(page.getByRole('listitem').filter({ hasText: 'admins' })).toContainText('GET')

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('This site is disabled')).toBeVisible()
  await page.getByRole('link', { name: 'Protected sites' }).last().click()
  const row = page.getByRole('row', { name: /wiki\.example\.com/ })
  await expect(row).toContainText('Every user')
  await expect(row).toContainText('2 days')
  await expect(row).toContainText('Disabled')

  await page.getByRole('link', { name: /^Wiki/ }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete site' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete site' }).click()
  await expect(page.getByText('No protected sites yet')).toBeVisible()
})

test('what the service would reject is marked, and what it rejects is explained', async ({
  page,
  thumbturn: { url },
  mayLog,
}) => {
  mayLog(/status of 400/)
  await page.goto('/dashboard/applications/demo/sites/new')
  await page.getByLabel('Host').fill('wiki.example.com/start')
  await expect(page.getByText('Enter the host without a path')).toBeVisible()
  await page.getByLabel('Host').fill('wiki')
  await page.getByLabel('Path of rule 1').fill('/a*')
  await expect(page.getByText('Use * only at the end')).toBeVisible()
  await expect(page.getByText('Everything else is denied.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Protect site' })).toBeDisabled()
  await page.getByLabel('Path of rule 1').fill('/*')
  await page.getByLabel('Host').fill(new URL(url).host)
  await page.getByLabel('Name').fill('Own')
  await page.getByRole('button', { name: 'Protect site' }).click()
  await expect(page.getByRole('alert')).toContainText('is an address of this installation')
})
