import { expect, test } from './fixtures.ts'

/** Sends what a directory sends, and expects it to be created. */
async function provision(url: string, key: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

test('an owner connects a directory, and maps a group that it pushed to a role', async ({ page, noViolations }) => {
  await page.goto('/dashboard/directory')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('Okta')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  const baseUrl = await page.getByRole('definition').filter({ hasText: '/scim/v2' }).locator('code').innerText()
  const schema = 'urn:ietf:params:scim:schemas:core:2.0'
  const member = { schemas: [`${schema}:User`], userName: 'dorothy', name: { formatted: 'Dorothy Vaughan' } }
  const value = await provision(`${baseUrl}/Users`, key, member)
  const group = { schemas: [`${schema}:Group`], displayName: 'Security team', members: [{ value }] }
  await provision(`${baseUrl}/Groups`, key, group)

  await page.reload()
  const row = page.getByRole('row', { name: /^Security team/ })
  await expect(row).toContainText('No role')
  await row.getByRole('button', { name: 'Map a role to Security team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roles of Security team' })
  await dialog.getByLabel('Role', { exact: true }).selectOption('developer')
  await noViolations()
  await page.setViewportSize({ width: 390, height: 844 })
  const where = await dialog.getByLabel('Where').boundingBox()
  expect(where!.width, 'of the application that a role is on').toBeGreaterThan(200)
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Developer')
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('row', { name: /dorothy|Dorothy Vaughan/ })).toContainText('Developer')

  await page.getByRole('link', { name: 'Directory' }).click()
  await page.getByRole('button', { name: 'Revoke Okta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('row', { name: /^Okta/ })).toContainText('Revoked')
})
