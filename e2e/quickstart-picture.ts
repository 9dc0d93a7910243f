import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { bundled } from './elements/page.ts'
import { take } from './pictures.ts'
import { root } from './running.ts'

const folder = 'apps/docs/static/img/quickstarts'
const read = (file: string) => readFileSync(join(root, 'examples', file), 'utf8')

/** The page in which every quickstart ends, before the sign-in, as the website shows it. */
export async function photographQuickstart(chromium: Browser, url: string): Promise<void> {
  await mkdir(join(root, folder), { recursive: true })
  const files = await bundled()
  const html = read('projects/plain/index.html').replace('http://localhost:4300', url)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await chromium.newPage({ viewport: { width: 960, height: 600 }, colorScheme, locale: 'en-GB' })
    await page.route('**/quickstart', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    const style = read('web/quickstart.css')
    await page.route('**/style.css', (route) => route.fulfill({ contentType: 'text/css', body: style }))
    await page.route('**/thumbturn/elements/*.js', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/thumbturn', '')
      return route.fulfill({ contentType: 'text/javascript', body: files.find((file) => file.path === path)!.text })
    })
    await page.goto(`${url}/quickstart`)
    await page.getByLabel('Username').waitFor()
    await take(page, `${folder}/sign-in-${colorScheme}`)
    await page.close()
  }
}
