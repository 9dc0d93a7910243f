import type { Page } from '@playwright/test'
import { startDemos } from './demos.ts'
import { expect, listenToViolations, test } from './fixtures.ts'

/** The effects of an injected text in a page, each undone by the policy. */
const injections: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a style element': (page) =>
    page.evaluate(() => {
      const style = document.createElement('style')
      style.append('body { display: none }')
      document.head.append(style)
      return getComputedStyle(document.body).display
    }),
  'a script element': (page) =>
    page.evaluate(() => {
      const script = document.createElement('script')
      script.append('globalThis.injected = true')
      document.head.append(script)
      return 'injected' in globalThis
    }),
  'text as markup': (page) =>
    page.evaluate(() => {
      const element = document.createElement('p')
      try {
        element.innerHTML = '<img>'
      } catch {}
      return element.childElementCount
    }),
  'a policy of Trusted Types that allows everything': (page) =>
    page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy(name: string): object } }
      try {
        return Boolean(trustedTypes.createPolicy('default'))
      } catch {
        return 'rejected'
      }
    }),
}

const harmless = ['block', false, 0, 'rejected']

test('every page has a policy that allows nothing unsafe, and lets no injected text become a style, a script, or markup', async ({
  browser,
  thumbturn,
}) => {
  test.slow()
  const { addresses, stop } = await startDemos(thumbturn, ['bank', 'shop', 'wallet'])
  const context = await browser.newContext()
  const violations = await listenToViolations(context)
  const page = await context.newPage()
  const { url } = thumbturn
  for (const address of [`${url}/dashboard/`, `${url}/demo/`, ...Object.values(addresses)]) {
    const policy = (await page.goto(address))?.headers()['content-security-policy']
    expect(policy, address).toMatch(
      /^default-src 'self';.*require-trusted-types-for 'script'; trusted-types 'none'(?:;|$)/,
    )
    expect(policy, address).not.toMatch(/unsafe|\*|https?:(?!\/\/localhost:)/)
    const seen = []
    for (const inject of Object.values(injections)) seen.push(await inject(page))
    expect(seen, address).toEqual(harmless)
    await expect.poll(() => violations.length, address).toBeGreaterThanOrEqual(harmless.length)
    violations.length = 0
  }
  await context.close()
  await stop()
})
