import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { root } from './running.ts'

const largest = 300_000

const desktop = { width: 1280, height: 800 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** The modes that pages are photographed in. */
export const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: desktop, colorScheme: 'light' },
  dark: { viewport: desktop, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
}

/** Takes a picture of the page, or of all that it contains, into a folder of the repository. @throws Error it is too large */
export async function take(page: Page, file: string, { fullPage = false } = {}): Promise<void> {
  const path = join(root, `${file}.png`)
  await page.mouse.move(0, 0)
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(path)
  if (size > largest) throw new Error(`${file}.png has ${size} bytes, more than ${largest}`)
  console.log(`${file}.png ${Math.round(size / 1000)} kB`)
}
