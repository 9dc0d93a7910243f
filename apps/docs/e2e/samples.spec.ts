import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { root } from '@thumbturn/e2e/running.ts'
import { readSample } from '../plugins/samples/sample.mts'
import { hydrated, read } from './site.ts'

test('a sample is the same in its file, on the page, in its Markdown and for language models', async ({ page }) => {
  const code = readSample(root, 'examples/web/autofill.ts')
  const route = 'user-scenario/authentication/sign-in/sign-in-passkey-autofill/'
  await page.goto(`/${route}`)
  const shown = page.locator('pre').filter({ hasText: 'authenticateWithPasskeyAutofill' })
  const lines = await shown.locator('.token-line').allTextContents()
  expect(lines.map((line) => line.trimEnd()).join('\n')).toBe(code)
  const indented = code.replaceAll(/^(?=.)/gm, '   ')
  expect(read(`${route}index.md`)).toContain(indented)
  expect(read('llms-full.txt')).toContain(indented)
})

test('the language chosen for apps is remembered, on other pages too', async ({ page }) => {
  await page.goto('/reference-documentation/mobile/android/')
  await hydrated(page)
  await page.getByRole('tab', { name: 'Dart (Flutter)' }).first().click()
  await page.goto('/reference-documentation/mobile/ios/')
  await hydrated(page)
  const chosen = page.getByRole('tab', { name: 'Dart (Flutter)', selected: true })
  const tabs = page.getByRole('tab', { name: 'Dart (Flutter)' })
  await expect(chosen).toHaveCount(await tabs.count())
})
