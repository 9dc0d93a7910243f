import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { build, type OutputFile } from 'esbuild'
import { root } from '../running.ts'

let bundle: Promise<OutputFile[]> | undefined

/** The published bundle, where each language is a separate file. */
export async function bundled(): Promise<OutputFile[]> {
  const entryPoints = [join(root, 'packages/web/src/elements/index.ts')]
  const options = { bundle: true, splitting: true, format: 'esm', target: 'es2022', write: false } as const
  const { outputFiles } = await build({ ...options, entryPoints, outdir: '/elements' })
  return outputFiles
}

/** The content of the page and its language. */
interface PageContent {
  html: string
  lang?: string
}

/** Opens a page with only the components, and records the names of the scripts it loads. */
export async function openElements(page: Page, url: string, { html, lang = 'en' }: PageContent): Promise<string[]> {
  bundle ??= bundled()
  const files = await bundle
  const loaded: string[] = []
  const head =
    '<meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}body{margin:0;padding:16px;font-family:sans-serif;background:light-dark(#f2f5f4,#0c1311)}</style>'
  const body = `<!doctype html><html lang="${lang}"><title>Elements</title>${head}<main><h1>A page</h1>${html}</main><script type="module" src="/elements/index.js"></script></html>`
  await page.route('**/elements-page*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.route('**/elements/*.js', (route) => {
    const path = new URL(route.request().url()).pathname
    loaded.push(path)
    return route.fulfill({ contentType: 'text/javascript', body: files.find((file) => file.path === path)!.text })
  })
  await page.addInitScript(() => {
    const said: { what: string; detail: unknown }[] = []
    Object.assign(globalThis, { said })
    const events = [
      'signed-in',
      'signed-out',
      'fallback',
      'error',
      'passkey-added',
      'passkey-renamed',
      'passkey-deleted',
    ]
    for (const what of events) {
      addEventListener(`thumbturn-${what}`, (event) => said.push({ what, detail: (event as CustomEvent).detail }))
    }
  })
  await page.goto(`${url}/elements-page`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  return loaded
}

/** The events the components dispatched, in order. */
export const said = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { said: { what: string }[] }).said.map(({ what }) => what))

export const auth = '<thumbturn-auth base-url="/apps/demo"></thumbturn-auth>'
export const profile = '<thumbturn-profile base-url="/apps/demo"></thumbturn-profile>'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
export const alert = (page: Page) => page.getByRole('alert')
