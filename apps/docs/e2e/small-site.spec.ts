import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { root } from '@thumbturn/e2e/running.ts'
import { hydrated } from './site.ts'
import { startStaticHost } from './static-host.ts'

/** A small site of its own, built once for this file. */
const test = base.extend<object, { small: string }>({
  small: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'thumbturn-small-site-'))
      const site = join(root, 'apps/docs')
      const docusaurus = join(site, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
      const options = { cwd: site, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' } as const
      execFileSync(process.execPath, [docusaurus, 'build', 'e2e/small-site', '--out-dir', folder], options)
      const host = await startStaticHost({ public: folder, trailingSlash: true })
      await use(host.url)
      await host.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ small }, use) => use(small),
})

// In one process, so that the site is built once.
test.describe.configure({ mode: 'default' })

for (const [path, title] of [
  ['/', 'Small'],
  ['/empty-title/', 'Small'],
  ['/other/', 'Other | Small'],
] as const) {
  test(`the title of ${path} is ${title}`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    await expect(page).toHaveTitle(title)
  })
}

test('where the system is not asked, the color mode is dark at first and goes between dark and light', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await hydrated(page)
  const html = page.locator('html')
  const toggle = page.locator('.navbar [class*=toggleButton]').first()
  for (const mode of ['dark', 'light', 'dark', 'light']) {
    await expect(html).toHaveAttribute('data-theme', mode)
    await toggle.click()
  }
})

for (const [path, says] of [
  ['no-export', "The page component at /no-export/ doesn't have a default export"],
  ['no-version', "No docs version exist for name '9.X'"],
  ['no-sidebar', 'Can\'t find any sidebar with id "nowhere"'],
  ['no-document', 'Couldn\'t find any doc with id "nowhere"'],
  ['no-category', 'Unexpected: cant find current sidebar in context'],
] as const) {
  test(`a developer sees: ${says}`, async ({ page }) => {
    await page.goto(`/${path}/`)
    await expect(page.getByText(/This page crashed/)).toBeVisible()
    await expect(page.getByText(says)).toBeVisible()
  })
}
