import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { recordRequests, withoutAutofill } from '../device.ts'
import { expect, test } from '../fixtures.ts'
import { root } from '../running.ts'
import { newName } from '../situations.ts'

const versions = ['18', '19'] as const
type Version = (typeof versions)[number]

const bundles = new Map<Version, Promise<string>>()
/** The version that the tests of a suite run under. */
let current: Version = '19'

/** React's development build, because only that mounts twice in StrictMode. */
async function bundled(version: Version): Promise<string> {
  const entryPoints = [join(root, 'e2e/react/app.tsx')]
  const define = { 'process.env.NODE_ENV': '"development"' }
  const options = { bundle: true, format: 'esm', jsx: 'automatic', write: false, define } as const
  const old = (name: string) => join(root, 'node_modules', `${name}-18`)
  const alias: Record<string, string> = version === '18' ? { react: old('react'), 'react-dom': old('react-dom') } : {}
  const { outputFiles } = await build({ ...options, alias, entryPoints, target: 'es2022' })
  return outputFiles[0]!.text
}

/** Opens the page of app.tsx and records its requests to the service. */
async function openReactPage(page: Page, url: string, view = 'signUp'): Promise<string[]> {
  const bundle = bundles.get(current) ?? bundled(current)
  bundles.set(current, bundle)
  const body = await bundle
  const html =
    '<!doctype html><html lang="en"><title>React</title><div id="root"></div><script type="module" src="/app.js"></script></html>'
  await page.route('**/react-page*', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  const calls: string[] = []
  page.on('request', (request) => {
    const path = request.url().split('/fido2/v2')[1]
    if (path) calls.push(path)
  })
  await page.goto(`${url}/react-page?${view}`)
  await expect(page.getByRole('main')).toBeVisible()
  return calls
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A signed-out account on a page without autofill, which the virtual device would complete at once. */
async function someoneKnown(page: Page, url: string): Promise<string> {
  await openReactPage(page, url)
  const name = newName()
  await page.getByLabel('Username').fill(name)
  await press(page, 'Create a passkey')
  await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
  await page.context().clearCookies()
  return name
}

for (const version of versions) {
  test.describe(`React ${version}`, () => {
    test.beforeEach(() => {
      current = version
    })

    test('the element uses the client of the provider, and the page follows its session', async ({
      page,
      device,
      thumbturn,
      mayLog,
    }) => {
      mayLog(/ERR_CONNECTION_REFUSED/)
      await withoutAutofill(page)
      await openReactPage(page, thumbturn.url, 'element')
      await device.recognizes(false)
      const name = newName()
      await page.getByLabel('Username').fill(name)
      await press(page, 'Sign up with a passkey')
      await expect(page.getByText('Canceled or timed out.')).toBeVisible()
      await device.recognizes(true)
      await press(page, 'Sign up with a passkey')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${name}`)
      await press(page, 'Sign out')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My app')
      await page.route('**/auth/init', (route) => route.abort('connectionrefused'))
      await press(page, 'Sign in with a passkey')
      await expect(page.getByRole('status').filter({ hasText: 'in out' })).toHaveText('in out unreachable ')
    })

    test('an immediate sign-in uses a passkey of this device, and is idle again without one', async ({
      page,
      device,
      thumbturn,
    }) => {
      await withoutAutofill(page)
      const name = await someoneKnown(page, thumbturn.url)
      await openReactPage(page, thumbturn.url, 'signIn')
      await press(page, 'Immediately')
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
      await page.context().clearCookies()
      for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
      await openReactPage(page, thumbturn.url, 'signIn')
      await press(page, 'Immediately')
      await expect(page.getByRole('status')).toHaveText('idle')
    })

    test('a button signs in immediately, and says so if there is no passkey on this device', async ({
      page,
      device,
      thumbturn,
    }) => {
      const signIn = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await withoutAutofill(page)
      const name = await someoneKnown(page, thumbturn.url)
      await openReactPage(page, thumbturn.url, 'signIn')
      await signIn()
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
      await page.context().clearCookies()
      for (const { credentialId } of await device.passkeys()) await device.forget(credentialId)
      await openReactPage(page, thumbturn.url, 'signIn')
      await expect(page.getByRole('alert')).toHaveText('')
      await signIn()
      await expect(page.getByRole('alert')).toHaveText('Enter your username.')
    })

    test('a button creates a passkey, and every component knows who is signed in, even after a reload', async ({
      page,
      thumbturn,
      noViolations,
    }) => {
      const name = newName()
      await openReactPage(page, thumbturn.url)
      await noViolations()
      await page.getByLabel('Username').fill(name)
      await press(page, 'Create a passkey')
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
      expect(await page.evaluate('passkeyId')).toEqual(expect.any(String))
      await page.reload()
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
      await press(page, 'Pay')
      await expect(page.getByRole('status')).toHaveText(/^done \S{43}$/)
      await press(page, 'Sign out')
      await expect(page.getByRole('heading')).toHaveText('Sign up')
    })

    test('a button signs in without a username', async ({ page, thumbturn }) => {
      await withoutAutofill(page)
      const name = await someoneKnown(page, thumbturn.url)
      await openReactPage(page, thumbturn.url, 'signIn')
      await press(page, 'Sign in with a passkey')
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
    })

    test('a waiting button says so, keeps the focus, and ignores a second press', async ({
      page,
      device,
      thumbturn,
    }) => {
      await device.touched(false)
      const calls = await openReactPage(page, thumbturn.url)
      await page.getByLabel('Username').fill(newName())
      const button = page.getByRole('button', { name: 'Create a passkey' })
      await button.click()
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await expect.poll(() => calls).toEqual(['/reg/init'])
      await button.click({ force: true })
      await expect(button).toBeFocused()
      expect(calls).toEqual(['/reg/init'])
    })

    test('a hook distinguishes canceled from failed, and the second attempt works', async ({
      page,
      device,
      thumbturn,
      mayLog,
    }) => {
      mayLog(/ERR_CONNECTION_REFUSED/)
      await device.touched(false)
      await openReactPage(page, thumbturn.url)
      await page.getByLabel('Username').fill(newName())
      await press(page, 'By hook')
      await expect(page.getByRole('status')).toHaveText('pending')
      await press(page, 'Abort')
      await expect(page.getByRole('status')).toHaveText('canceled')
      await page.route('**/reg/init', (route) => route.abort('connectionrefused'))
      await press(page, 'By hook')
      await expect(page.getByRole('status')).toHaveText('failed')
      await expect(page.getByRole('alert')).toContainText('check baseUrl')
      await page.unroute('**/reg/init')
      await device.touched(true)
      await press(page, 'By hook')
      await expect(page.getByRole('heading')).toHaveText(/^Hello/)
    })

    test('unmounting a component ends its ceremony', async ({ page, device, thumbturn }) => {
      await withoutAutofill(page)
      await device.touched(false)
      await openReactPage(page, thumbturn.url)
      await page.evaluate(() => {
        const create = navigator.credentials.create.bind(navigator.credentials)
        navigator.credentials.create = (request) => {
          Object.assign(globalThis, { asked: request!.signal })
          return create(request)
        }
      })
      await page.getByLabel('Username').fill(newName())
      await press(page, 'By hook')
      await page.waitForFunction('globalThis.asked')
      await press(page, 'Leave')
      await expect(page.getByRole('heading')).toHaveText('Sign in')
      expect(await page.evaluate('asked.aborted')).toBe(true)
    })

    test('autofill starts once although StrictMode mounts twice', async ({ page, device, thumbturn }) => {
      await device.touched(false)
      const calls = await openReactPage(page, thumbturn.url, 'signIn')
      await expect.poll(() => calls).toEqual(['/auth/init'])
      await page.getByLabel('Username').focus()
      await press(page, 'Leave')
      await expect(page.getByRole('main')).toHaveText('Nothing')
      expect(calls).toEqual(['/auth/init'])
    })

    test('a passkey chosen from autofill signs the user in', async ({ page, thumbturn }) => {
      const name = await someoneKnown(page, thumbturn.url)
      await openReactPage(page, thumbturn.url, 'signIn')
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
    })

    test('autofill yields to a button and resumes if the button ends without a sign-in', async ({
      page,
      device,
      thumbturn,
    }) => {
      const name = await someoneKnown(page, thumbturn.url)
      await device.touched(false)
      await page.addInitScript(() => {
        const get = navigator.credentials.get.bind(navigator.credentials)
        const asked: string[] = []
        Object.assign(globalThis, { asked })
        navigator.credentials.get = (request) => {
          asked.push(request!.mediation ?? 'modal')
          // The user closes the dialog once.
          const isFirst = asked.filter((mediation) => mediation === 'modal').length === 1
          const closes = request!.mediation === undefined && isFirst
          return closes ? Promise.reject(new DOMException('no', 'NotAllowedError')) : get(request)
        }
      })
      await openReactPage(page, thumbturn.url, 'signIn')
      await expect.poll(() => page.evaluate('asked')).toEqual(['conditional'])
      await press(page, 'Sign in with a passkey')
      await expect.poll(() => page.evaluate('asked')).toEqual(['conditional', 'modal', 'conditional'])
      await expect(page.getByRole('alert')).toBeEmpty()
      await device.touched(true)
      await press(page, 'Sign in with a passkey')
      await expect(page.getByRole('heading')).toHaveText(`Hello, ${name}`)
    })

    test('failed autofill restarts on focus and ends when its input is removed', async ({
      page,
      device,
      thumbturn,
      mayLog,
    }) => {
      mayLog(/ERR_CONNECTION_REFUSED/)
      await device.touched(false)
      await page.route('**/auth/init', (route) => route.abort('connectionrefused'))
      const calls = await openReactPage(page, thumbturn.url, 'signIn')
      await expect(page.getByRole('alert')).toContainText('check baseUrl')
      await page.unroute('**/auth/init')
      await page.getByLabel('Username').focus()
      await expect.poll(() => calls).toHaveLength(2)
      await press(page, 'Leave')
      await expect(page.getByRole('main')).toHaveText('Nothing')
      expect(calls).toHaveLength(2)
    })

    test('autofill yields to a dialog without a hook, and resumes after it', async ({ page, thumbturn }) => {
      const asked = await recordRequests(page)
      await openReactPage(page, thumbturn.url, 'signIn')
      await expect.poll(asked).toEqual(['conditional'])
      await press(page, 'Without a hook')
      await expect.poll(asked).toEqual(['conditional', 'modal'])
      await page.evaluate('end()')
      await expect.poll(asked).toEqual(['conditional', 'modal', 'conditional'])
      await expect(page.getByRole('alert')).toBeEmpty()
    })

    test('autofill that the browser ended restarts with a click on the input that has the focus', async ({
      page,
      thumbturn,
    }) => {
      const asked = await recordRequests(page)
      await openReactPage(page, thumbturn.url, 'signIn')
      await expect.poll(asked).toEqual(['conditional'])
      await page.getByLabel('Username').focus()
      await page.evaluate('end()')
      await page.getByLabel('Username').click()
      await expect.poll(asked).toEqual(['conditional', 'conditional'])
    })

    test('what a manager returns to a component that was unmounted signs in no user', async ({ page, thumbturn }) => {
      await withoutAutofill(page)
      const asked = await recordRequests(page)
      const calls = await openReactPage(page, thumbturn.url, 'signIn')
      await press(page, 'Sign in with a passkey')
      await expect.poll(asked).toEqual(['modal'])
      await press(page, 'Leave')
      await expect(page.getByRole('main')).toHaveText('Nothing')
      await page.evaluate(
        'end({ id: "AQID", response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ" } })',
      )
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      expect(calls).toEqual(['/auth/init'])
    })

    test('a sign-up without a username fails before anything is sent, and the next attempt works', async ({
      page,
      device,
      thumbturn,
    }) => {
      await device.touched(false)
      const calls = await openReactPage(page, thumbturn.url)
      for (const name of ['', '  ']) {
        await page.getByLabel('Username').fill(name)
        for (const button of ['Create a passkey', 'By hook']) {
          await press(page, button)
          await expect(page.getByRole('alert')).toHaveText('Username missing: pass a username to create a passkey')
        }
      }
      await expect(page.getByRole('status')).toHaveText('failed')
      expect(calls).toEqual([])
      await device.touched(true)
      await page.getByLabel('Username').fill(newName())
      await press(page, 'By hook')
      await expect(page.getByRole('heading')).toHaveText(/^Hello/)
    })

    test('passkeys are listed once although StrictMode mounts twice, and are renamed and deleted immediately', async ({
      page,
      thumbturn,
    }) => {
      const calls = await openReactPage(page, thumbturn.url)
      await page.getByLabel('Username').fill(newName())
      await press(page, 'Create a passkey')
      const items = page.getByRole('listitem')
      await expect(items).toHaveCount(1)
      expect(await page.evaluate('reactVersion')).toMatch(new RegExp(`^${version}\\.`))
      await page.reload()
      await expect(items).toHaveCount(1)
      calls.length = 0
      await page.reload()
      await expect(items).toHaveCount(1)
      expect(calls.filter((path) => path === '/passkeys')).toHaveLength(1)
      await press(page, 'Rename')
      await expect(items).toContainText('Work laptop')
      await press(page, 'Refresh')
      await expect(items).toContainText('Work laptop')
      await press(page, 'Delete')
      await expect(page.getByRole('heading')).toHaveText('Sign up')
    })

    test('a failed change is undone with a message for the user, and the second attempt works', async ({
      page,
      thumbturn,
      mayLog,
    }) => {
      mayLog(/ERR_CONNECTION_REFUSED/)
      await openReactPage(page, thumbturn.url)
      await page.getByLabel('Username').fill(newName())
      await press(page, 'Create a passkey')
      const list = page.getByRole('region', { name: 'Passkeys' })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      await page.route('**/passkeys/*', (route) => route.abort('connectionrefused'))
      await press(page, 'Rename')
      await expect(list.getByRole('alert')).toHaveText(/^No response from http.*: check baseUrl/)
      await expect(list.getByRole('listitem')).not.toContainText('Work laptop')
      await page.unroute('**/passkeys/*')
      await press(page, 'Rename')
      await expect(list.getByRole('listitem')).toContainText('Work laptop')
      await expect(list.getByRole('alert')).toHaveText('')
    })
  })
}
