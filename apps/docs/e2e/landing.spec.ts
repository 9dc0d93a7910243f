import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { hydrated, read } from './site.ts'

test('the landing page has one action, and neither sidebar, breadcrumb, nor page tools', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Self-hosted passkey authentication')
  await expect(page.getByRole('link', { name: 'Get started' })).toHaveCount(1)
  for (const part of ['.theme-doc-sidebar-container', '.theme-doc-breadcrumbs', '.page-tools', '.pagination-nav'])
    await expect(page.locator(part)).toHaveCount(0)
})

test('a passkey can be created and used on the landing page, which shows the token', async ({
  page,
  device,
  noViolations,
}) => {
  await page.goto('/')
  await hydrated(page)
  const form = page.getByRole('form', { name: 'Try it on this server' })
  const claims = form.getByRole('group', { name: 'Token claims' })
  await form.getByRole('textbox', { name: 'Username' }).fill('ada-of-the-landing')
  await form.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(form.getByRole('status')).toContainText('Signed in')
  await expect(claims).toContainText('ada-of-the-landing')
  await noViolations()
  expect(await device.passkeys()).toHaveLength(1)
  await page.reload()
  await hydrated(page)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByRole('status')).toContainText('Signed in')
  await expect(claims).toContainText('ada-of-the-landing')
})

test('the comparison is read by name and by yes and no, and names what others do better', () => {
  const markdown = read('/index.md')
  const header = /^\|.*Thumbturn.*$/m.exec(markdown)?.[0] ?? ''
  for (const product of ['Pocket ID', 'Keycloak', 'Rauthy', 'Better Auth', 'Hanko']) expect(header).toContain(product)
  expect(markdown).toMatch(/\| Passwords and social sign-in +\| no +\| no +\| yes/)
})

for (const width of [320, 390, 700, 900])
  test(`at ${width} pixels, the action of the landing page is on the first screen`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await hydrated(page)
    const action = (await page.getByRole('link', { name: 'Get started' }).boundingBox())!
    expect(action.y + action.height).toBeLessThan(844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
