import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { type Running, root } from '../running.ts'

const folder = join(root, 'examples')

async function bundled(name: string): Promise<string> {
  const entryPoints = [join(folder, `web/${name}.ts`)]
  const options = { bundle: true, format: 'esm', target: 'es2022', write: false } as const
  const { outputFiles } = await build({ entryPoints, ...options })
  return outputFiles[0]!.text
}

/**
 * Opens a page with the markup and the script of one sample of the documentation. In both the address becomes that of the
 * started service and the user becomes `username`; nothing else changes.
 */
export async function openSample(page: Page, service: Running, { name, username }: Sample): Promise<void> {
  const markup = join(folder, `web/${name}.html`)
  const main = existsSync(markup) ? readFileSync(markup, 'utf8') : '<input id="input" aria-label="Code">'
  const here = (text: string) => text.replaceAll('http://localhost:4300', service.url)
  const html = `<!doctype html><html lang="en"><title>Sample</title><main>${here(main)}</main></html>`
  const script = here(await bundled(name))
    .replaceAll('https://auth.example.com', service.url)
    .replaceAll('appId: "shop"', 'appId: "demo"')
    .replaceAll('ada@example.com', username)
  await page.route('**/sample-page', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.route('**/sample.js*', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(`${service.url}/sample-page`)
}

/** The sample and its user. */
export type Sample = { name: string; username: string }

/** Runs the script of the opened page as a script in its head would. Its exports are then in `sample`. */
export async function runSample(page: Page): Promise<void> {
  await page.evaluate(async () => {
    Object.assign(globalThis, {
      sample: await import(/* @vite-ignore */ `${location.origin}/sample.js?${Math.random()}`),
    })
  })
}
