import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { fullBrowser } from '../browser.ts'
import { expect, test } from '../fixtures.ts'
import { root } from '../running.ts'
import { newAddress } from '../situations.ts'

test.use({ launchOptions: fullBrowser })

const payload = '{"merchant":"Shop","order":"7","amount":"25.00","currency":"EUR","nonce":"one-of-its-own"}'

async function sample(name: string, service: string): Promise<string> {
  const entryPoints = [join(root, `examples/web/${name}.ts`)]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', target: 'es2022', write: false })
  return outputFiles[0]!.text
    .replaceAll('http://localhost:4330', service)
    .replaceAll('http://localhost:4300/apps/demo', `${service}/apps/purse`)
}

const html = (name: string) =>
  `<!doctype html><html lang="en"><title>Sample</title><link rel="icon" href="data:,"><div id="wallet"></div>
  <script type="module">globalThis.sample = import('./${name}.js')</script></html>`

/** A shop on its own site: neither its port nor its host name is that of the wallet. */
async function openShop(service: string, headers: Record<string, string> = {}) {
  const script = await sample('merchant', service)
  const server = createServer(({ url }, response) => {
    const isScript = url === '/merchant.js'
    response.setHeaders(new Map(Object.entries(headers)))
    response
      .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? script : html('merchant'))
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const origin = `http://shop.localhost:${(server.address() as AddressInfo).port}`
  return { origin, close: () => server.close() }
}

/** The wallet's two pages, on the service's origin, as its application allows that one. */
async function serveWallet(page: Page, service: string, shop: string): Promise<void> {
  for (const [path, name] of [
    ['frame', 'wallet-frame'],
    ['pay', 'wallet-page'],
  ] as const) {
    const script = await sample(name, service)
    await page.route(`${service}/${name}.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.route(`${service}/${path}`, (route) => route.fulfill({ contentType: 'text/html', body: html(name) }))
  }
  await page.addInitScript(
    ([shop, payload]) =>
      Object.assign(globalThis, {
        isMerchant: (origin: string) => origin === shop,
        findPayment: async () => ({ payload, returnUrl: `${shop}/` }),
        shownAndAgreed: async () => {},
        ended: [],
        confirmOrder: (signature: string) => (globalThis as unknown as { ended: unknown[] }).ended.push(signature),
        offerToTryAgain: (code: string) => (globalThis as unknown as { ended: unknown[] }).ended.push(code),
      }),
    [shop, payload] as const,
  )
}

/** Calls what the sample on the page exports. */
const call = (page: Page, name: string, ...args: string[]): Promise<void> =>
  page.evaluate(
    async ([name, args]) => {
      const sample = await (
        globalThis as unknown as { sample: Promise<Record<string, (...args: string[]) => unknown>> }
      ).sample
      await sample[name]!(...args)
    },
    [name, args] as const,
  )

const endedOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { ended: string[] }).ended)

test("a wallet on another site recognizes the browser by the shop's key, and the shop verifies what was signed", async ({
  page,
  thumbturn,
  mayLog,
}) => {
  mayLog(/status of 40[14]/)
  const service = thumbturn.url
  const shop = await openShop(service)
  // An application of its own, as other tests use the demo's in the same worker.
  const settings = ['--set', `topOrigins=${shop.origin}`, '--set', 'mfaPolicy=external-then-passkey']
  thumbturn.command('app', 'create', 'purse', '--rp-id', 'localhost', '--origin', service, ...settings)
  const { key } = thumbturn.command('key', 'create', 'purse', '--scope', 'external:verify') as { key: string }
  process.env.WALLET_URL = `${service}/apps/purse`
  const { confirmPayment } = await import('@thumbturn/examples/node/wallet-payment.ts')
  await serveWallet(page, service, shop.origin)
  const username = newAddress()

  // Redirects to the wallet, whose backend asserts a new user.
  await page.goto(`${shop.origin}/`)
  await call(page, 'pay', 'payment-7').catch(() => {})
  await page.waitForURL(`${service}/pay#**`)
  const granted = await fetch(`${service}/apps/purse/fido2/v2/mgmt/grant/external-auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
  })
  const { token } = (await granted.json()) as { token: string }
  await call(page, 'createPasskey', username, token)
  await call(page, 'pay').catch(() => {})
  await page.waitForURL(`${shop.origin}/`)
  await expect.poll(() => endedOn(page)).toHaveLength(1)
  const [redirected] = (await endedOn(page)) as [string]
  await confirmPayment(redirected, { payload })

  // Inside the frame the wallet has separate storage, so it uses the shop's key.
  const sent = page.waitForRequest(/\/mfa\/discover$/).then((request) => request.postDataJSON().trustItems)
  await call(page, 'pay', 'payment-8')
  expect(page.url()).toBe(`${shop.origin}/`)
  const [, embedded] = (await endedOn(page)) as [string, string]
  await confirmPayment(embedded, { payload })
  await expect(confirmPayment(embedded, { payload: payload.replace('25.00', '2.50') })).rejects.toMatchObject({
    code: 'transaction_wrong_payload',
  })
  // The page there shows another key, or none where the browser blocks storage of other sites.
  const { wallet = '', merchant } = (await sent) as { wallet?: string; merchant: string }
  await page.goto(`${service}/pay`)
  const own = await page.evaluate(async () => {
    const { indexedDB } = globalThis
    const answered = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await answered(indexedDB.open('thumbturn'))
    const { pair } = await answered(db.transaction('trust').objectStore('trust').get('wallet'))
    return (await crypto.subtle.exportKey('jwk', pair.publicKey)).x
  })
  const keyIn = (jws: string) => jws && JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString()).jwk.x
  expect(own).toMatch(/^[\w-]{43}$/)
  expect(keyIn(wallet)).not.toBe(own)
  expect(keyIn(merchant)).toMatch(/^[\w-]{43}$/)
  shop.close()
})

test('a shop whose policy blocks passkeys in frames gets an error that says so', async ({ page, thumbturn }) => {
  const shop = await openShop(thumbturn.url, { 'permissions-policy': 'publickey-credentials-get=()' })
  await serveWallet(page, thumbturn.url, shop.origin)
  await page.goto(`${shop.origin}/`)
  await call(page, 'pay', 'payment-7')
  expect(await endedOn(page)).toEqual(['ERROR_FRAME_NOT_ALLOWED'])
  shop.close()
})
