import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { built, guide, read, routes } from './site.ts'

const readMetaContent = (html: string, name: string) =>
  new RegExp(`<meta[^>]*(?:property|name)="?${name}"? content="?([^\\s">]+)`).exec(html)?.[1]

test('every page names a picture of its own, which is there and has the size that it says', () => {
  for (const route of routes) {
    const html = read(join(route, 'index.html'))
    const address = readMetaContent(html, 'og:image')
    expect(address, route).toMatch(new RegExp(`^https?://[^/]+${route}og\\.png$`))
    expect(readMetaContent(html, 'twitter:image')).toBe(address)
    const png = readFileSync(join(built, route, 'og.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect([width, height].map(String)).toEqual([
      readMetaContent(html, 'og:image:width'),
      readMetaContent(html, 'og:image:height'),
    ])
  }
})

test('the not-found page names none', () => {
  expect(readMetaContent(read('404.html'), 'og:image')).toBeUndefined()
})

test('a visitor who continues to another page has its tags, not those of the first', async ({ page }) => {
  await page.goto('/security/')
  await page.locator('.footer').getByRole('link', { name: 'Sign-in' }).click()
  await expect(page).toHaveURL(new RegExp(guide))
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(`${guide}og.png$`))
})
