import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../programs/folder.ts'
import { findPrepared } from './prepared.ts'

/** Signs a user up and in with the browser SDK and a virtual authenticator. Returns the token. */
export async function signInInBrowser({ page: origin, service }: { page: string; service: string }): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu', `--ignore-certificate-errors-spki-list=${hashPublicKey()}`],
  })
  try {
    const page = await browser.newPage()
    await addAuthenticator(page)
    await openSdk(page, origin)
    const given = { sdk: `${origin}/sdk.js`, baseUrl: service }
    return await page.evaluate(async ({ sdk, baseUrl }) => {
      const { Thumbturn } = await import(/* @vite-ignore */ sdk)
      const thumbturn = new Thumbturn({ baseUrl })
      await thumbturn.createPasskey('grace@example.com')
      const { token } = await thumbturn.authenticateWithPasskey('grace@example.com')
      return token as string
    }, given)
  } finally {
    await browser.close()
  }
}

/** The key that Chromium is to accept instead of an authority: the public key of the proxy's certificate. */
function hashPublicKey(): string {
  const { publicKey } = new X509Certificate(readFileSync(join(findPrepared('DEPLOY_CERTIFICATES'), 'fullchain.pem')))
  return createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64')
}

async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
}

/** The page of the application doesn't come over the network; the service does. */
async function openSdk(page: Page, origin: string) {
  const entryPoints = [join(root, 'packages/web/src/index.ts')]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', target: 'es2022', write: false })
  const body = '<!doctype html><html lang="en"><title>Shop</title>'
  await page.route(`${origin}/sdk.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]!.text }),
  )
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origin}/`)
}
