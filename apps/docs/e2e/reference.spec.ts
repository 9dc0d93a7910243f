import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { hydrated } from './site.ts'

const operation = (page: import('@playwright/test').Page, id: string) =>
  page.locator('.operation').filter({ has: page.locator(`#${id}`) })

test('the right panel is 55 % wide and the text 16 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/next/api/#authInit')
  const whole = (await operation(page, 'authInit').boundingBox())!
  const panel = (await operation(page, 'authInit').locator('.operation-panel').boundingBox())!
  expect(panel.width / whole.width).toBeCloseTo(0.55, 2)
  const size = await operation(page, 'authInit')
    .locator('.operation-text > p')
    .nth(1)
    .evaluate((one) => getComputedStyle(one).fontSize)
  expect(size).toBe('16px')
})

test('an operation has an address of its own', async ({ page }) => {
  await page.goto('/next/api/#txComplete')
  await expect(page.locator('#txComplete')).toBeInViewport()
  await hydrated(page)
  await page.locator('.reference-column').getByRole('link', { name: 'List the passkeys of the signed-in user' }).click()
  await expect(page).toHaveURL(/#passkeysList$/)
  await expect(page.locator('#passkeysList')).toBeInViewport()
})

test('the language of samples is chosen once for all operations, and kept', async ({ page }) => {
  await page.goto('/next/api/#grantCreate')
  await hydrated(page)
  const sample = operation(page, 'grantCreate').locator('.code').first()
  await expect(sample).toContainText('curl -X POST')
  await operation(page, 'grantCreate').getByRole('button', { name: 'Node' }).click()
  await expect(sample).toContainText('process.env.THUMBTURN_API_KEY')
  await expect(operation(page, 'tokenVerify').locator('.code').first()).toContainText('await fetch')
  await page.reload()
  await hydrated(page)
  await expect(sample).toContainText('process.env.THUMBTURN_API_KEY')
})

test('the console calls the service, and keeps a key in memory only', async ({ page, noViolations, mayLog }) => {
  mayLog(/401/)
  await page.goto('/next/api/#version')
  await hydrated(page)
  await operation(page, 'version').getByRole('button', { name: 'Try it' }).click()
  const form = operation(page, 'version').getByRole('form')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.locator('output')).toContainText('200')
  await expect(form.locator('output')).toContainText('"version"')
  await operation(page, 'tokenVerify').getByRole('button', { name: 'Try it' }).click()
  const verify = operation(page, 'tokenVerify').getByRole('form')
  await verify.getByLabel(/Authorization/).fill('a-secret-key')
  await verify.getByRole('button', { name: 'Send' }).click()
  await expect(verify.locator('output')).toContainText('401')
  await noViolations()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain('a-secret-key')
  await page.reload()
  await hydrated(page)
  await operation(page, 'tokenVerify').getByRole('button', { name: 'Try it' }).click()
  await expect(
    operation(page, 'tokenVerify')
      .getByRole('form')
      .getByLabel(/Authorization/),
  ).toHaveValue('')
})

test('a response with a long line leaves the fields of the console as wide as they were', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/next/api/#authInit')
  await hydrated(page)
  await operation(page, 'authInit').getByRole('button', { name: 'Try it' }).click()
  const form = operation(page, 'authInit').getByRole('form')
  const body = form.getByLabel('Body')
  const before = (await body.boundingBox())!.width
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.locator('output')).toContainText('"session"')
  expect((await body.boundingBox())!.width).toBe(before)
})

test('samples send the essential fields first, and the name of a type opens its fields', async ({ page }) => {
  await page.goto('/next/api/#regInit')
  await hydrated(page)
  const sample = await operation(page, 'regInit').locator('.code').first().innerText()
  expect(sample.indexOf('"user"')).toBeGreaterThan(0)
  expect(sample.indexOf('"user"')).toBeLessThan(sample.indexOf('"deviceInfo"'))
  const body = operation(page, 'regInit').locator('.fields').first()
  await body.getByRole('button', { name: 'DeviceInfo' }).click()
  await expect(body.getByText('screenWidth')).toBeVisible()
})

for (const [path, file] of [
  ['/next/api/', 'openapi_current.yaml'],
  ['/proxy/api/', 'openapi_proxy.yaml'],
  ['/api/', 'openapi_gen1.yaml'],
  ['/openid-provider/api/', 'openapi_openid.yaml'],
] as const) {
  test(`${path} is made of ${file}, which can be downloaded`, async ({ page, request }) => {
    await page.goto(path)
    await expect(page.getByRole('link', { name: file })).toHaveAttribute('href', `/openapi/${file}`)
    const yaml = await (await request.get(`/openapi/${file}`)).text()
    const ids = [...yaml.matchAll(/operationId: (\w+)/g)].map(([, id]) => id!)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) await expect(page.locator(`h3#${id}`)).toHaveCount(1)
  })
}

test('the other APIs are one choice away', async ({ page }) => {
  await page.goto('/next/api/')
  await hydrated(page)
  const switcher = page.getByRole('navigation', { name: 'API', exact: true })
  await expect(switcher.getByRole('link')).toHaveText([
    'Current',
    'Proxy',
    'First-generation',
    'Administration',
    'OpenID Provider',
  ])
  await expect(switcher.locator('[aria-current=page]')).toHaveText('Current')
  await switcher.getByRole('link', { name: 'Proxy' }).click()
  await expect(page).toHaveURL(/\/proxy\/api\/$/)
})

test('samples in Python and Go are highlighted', async ({ page }) => {
  await page.goto('/next/api/#grantCreate')
  await hydrated(page)
  for (const [language, text] of [
    ['Python', 'urllib.request'],
    ['Go', 'http.NewRequest'],
  ] as const) {
    await operation(page, 'grantCreate').getByRole('button', { name: language, exact: true }).click()
    const sample = operation(page, 'grantCreate').locator('.code').first()
    await expect(sample).toContainText(text)
    await expect(sample.locator('.token.string').first()).toBeVisible()
  }
})

test('an operation shows the body of each error, and leads to its guide, which leads back', async ({ page }) => {
  await page.goto('/next/api/#authInit')
  await hydrated(page)
  await operation(page, 'authInit')
    .getByText(/^Errors: 400/)
    .click()
  const responses = operation(page, 'authInit').locator('.answers > li')
  const rejected = responses.filter({ hasText: /^400/ })
  await rejected.getByText('Body').click()
  await expect(rejected.locator('.code')).toContainText('"msgCode"')
  await operation(page, 'authInit').locator('.operation-guides').getByRole('link').first().click()
  await expect(
    page
      .locator('article')
      .getByRole('link', { name: /^Current API/ })
      .first(),
  ).toHaveAttribute('href', /^\/next\/api\/#/)
})
