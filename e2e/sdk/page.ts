import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../running.ts'

let bundle: Promise<string> | undefined

/** The SDK as one module. */
export async function bundleSdk(): Promise<string> {
  const entryPoints = [join(root, 'packages/web/src/index.ts')]
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', target: 'es2022', write: false })
  return outputFiles[0]!.text
}

/** Opens a page at `url` with only the SDK; the service has the same address by default. */
export async function openSdkPage(page: Page, url: string, service = url): Promise<void> {
  bundle ??= bundleSdk()
  const body = await bundle
  await page.route('**/sdk-page*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>SDK</title>' }),
  )
  await page.route('**/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.goto(`${url}/sdk-page`)
  await page.evaluate(async (baseUrl) => {
    const sdk = await import(/* @vite-ignore */ `${location.origin}/sdk.js`)
    const client = { baseUrl }
    Object.assign(globalThis, { sdk, thumbturn: new sdk.Thumbturn(client), mfa: new sdk.ThumbturnMfa(client) })
  }, `${service}/apps/demo`)
}
