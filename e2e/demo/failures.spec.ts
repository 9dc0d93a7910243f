import { expect, test } from '../fixtures.ts'
import { newName, part, pressSignIn, signOut, signUp } from '../situations.ts'

test('a canceled sign-up says that nothing changed and can be retried', async ({ page, device }) => {
  await device.recognizes(false)
  await page.goto('/demo/')
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Canceled or timed out' })).toBeVisible()
  await device.recognizes(true)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
})

test('a canceled sign-in says that nothing changed', async ({ page, device }) => {
  const username = await signUp(page)
  await signOut(page)
  await device.recognizes(false)
  await page.getByLabel('Username').fill(username)
  await pressSignIn(page)
  await expect(page.getByRole('status').filter({ hasText: 'Canceled or timed out' })).toBeVisible()
})

test('while waiting for the device, the button says so, keeps the focus, and can end the wait, which reads as canceled', async ({
  page,
  device,
}) => {
  await device.touched(false)
  await page.goto('/demo/')
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Waiting for your device' })).toBeFocused()
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Canceled or timed out' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeFocused()
  await device.touched(true)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
})

test('a path that the demo does not have has status 404 and leads to the demo', async ({ page, mayLog }) => {
  mayLog(/404/)
  const response = await page.goto('/demo/nowhere/else')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the demo' }).click()
  await expect(page).toHaveURL(/\/demo\/$/)
})

test('a taken username leads to sign-in', async ({ page, device }) => {
  const username = await signUp(page)
  await signOut(page)
  await page.getByRole('tab', { name: 'Create account' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('This name is taken')).toBeVisible()
  await device.touched(false)
  await page.getByRole('button', { name: 'Sign in instead' }).click()
  await expect(page.getByRole('tab', { name: 'Sign in' })).toHaveAttribute('aria-selected', 'true')
})

test('on another host name the browser rejects the call, and the page says where to go', async ({
  page,
  thumbturn,
}) => {
  const elsewhere = thumbturn.url.replace('localhost', 'demo.localhost')
  await page.goto(`${elsewhere}/demo/`)
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('Wrong address for these passkeys')).toBeVisible()
  await expect(page.getByText('They belong to localhost, and you are at demo.localhost.')).toBeVisible()
  await page.getByRole('link', { name: /Open localhost/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${thumbturn.url}/demo/`))
})

test('on the host name of an application that does not exist, the page says where to go', async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/status of 400/)
  await page.goto(`${thumbturn.url.replace('localhost', 'shop.localhost')}/demo/`)
  await expect(page.getByText('The demo isn’t at this address')).toBeVisible()
  await expect(page.getByRole('link', { name: /Open localhost/ })).toBeVisible()
})

test('the page notices when the service is down and when it is back', async ({ page, thumbturn, mayLog }) => {
  // A connection may be found dead before, or while, it is used.
  mayLog(/ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/)
  await page.goto('/demo/')
  await expect(page.getByText('version')).toBeVisible()
  await thumbturn.kill()
  await page.getByLabel('Username').fill(newName())
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('The service isn’t responding')).toBeVisible()
  await thumbturn.start()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
})

test('a page without a service says so, retries slowly, and can retry on request', async ({ page, mayLog }) => {
  mayLog(/ERR_FAILED/)
  let asked = 0
  await page.route('**/fido2/v2/version', (route) => {
    asked++
    return route.abort()
  })
  await page.goto('/demo/')
  const notice = page.getByRole('status').filter({ hasText: 'The service isn’t responding' })
  await expect(notice).toBeVisible()
  await expect(page.getByText('not answering')).toBeVisible()
  expect(asked).toBeLessThan(4)
  await page.unroute('**/fido2/v2/version')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByText('version')).toBeVisible()
})

test('a browser without passkey support gets a message before anything else', async ({ page }) => {
  await page.addInitScript('delete window.PublicKeyCredential')
  await page.goto('/demo/')
  await expect(page.getByText('This browser knows no passkeys')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeDisabled()
})

test('a list that fails to load says so and can be retried', async ({ page, mayLog }) => {
  mayLog(/ERR_FAILED/)
  await page.route('**/fido2/v2/passkeys', (route) => route.abort())
  await signUp(page)
  const passkeys = part(page, 'Your passkeys')
  await expect(passkeys.getByText('The service isn’t responding')).toBeVisible()
  await page.unroute('**/fido2/v2/passkeys')
  await passkeys.getByRole('button', { name: 'Try again' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
})
