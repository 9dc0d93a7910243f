import { readFile, stat, writeFile } from 'node:fs/promises'
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

/** Writes the upper part of a picture as WebP with that width, for the landing page of the website; Chromium converts it. */
export async function shrink(
  page: Page,
  file: string,
  { target, width }: { target: string; width: number },
): Promise<void> {
  const png = await readFile(join(root, `${file}.png`), 'base64')
  const webp = await page.evaluate(
    async ({ png, width, height }) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${png}`
      await picture.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, width, (picture.height * width) / picture.width)
      return canvas.toDataURL('image/webp', 0.8).split(',')[1]!
    },
    { png, width, height: (width * desktop.height) / desktop.width },
  )
  await writeFile(join(root, `${target}.webp`), Buffer.from(webp, 'base64'))
  console.log(`${target}.webp ${Math.round((webp.length * 3) / 4000)} kB`)
}
