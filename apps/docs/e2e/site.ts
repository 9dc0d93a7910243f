import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '@thumbturn/e2e/running.ts'

/** The folder of the built website. */
export const built = join(root, 'apps/docs/build')

if (!existsSync(join(built, 'index.html'))) throw new Error('The website is not built: npm run docs -- build')

export const read = (path: string): string => readFileSync(join(built, path), 'utf8')

/** Every route of the site map. */
export const routes = [...read('sitemap.xml').matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path!)

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository: { url: string } }

/** The address of the repository: https, without a suffix. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')

/** A guide that has everything: sidebar, contents, code, a picture. */
export const guide = '/user-scenario/authentication/sign-in/sign-in-passkey/'

/** Requests that went to another host than the page's own. */
export function foreignRequests(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (
      protocol.startsWith('http') &&
      host !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).host
    ) {
      foreign.push(request.url())
    }
  })
  return foreign
}

/** Calls to the service, which the website makes only for what a reader pressed. */
export function serviceCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (
      /^\/(fido2|apps|admin|scim|\.well-known|register|authenticate|tx|ready)\b/.test(pathname) &&
      request.resourceType() !== 'document'
    )
      calls.push(pathname)
  })
  return calls
}

/** Waits until the page has come to life. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated="true"]').waitFor()
}

/** Holds back all responses whose address matches, until the returned function is called. */
export async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}
