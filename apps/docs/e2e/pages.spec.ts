import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@thumbturn/e2e/fixtures.ts'
import { facts } from './facts.ts'
import { built, foreignRequests, guide, hydrated, read, routes, serviceCalls } from './site.ts'

/** The routes that were promised. */
const promised =
  `/ /analytics/ /analytics/overview/ /analytics/dashboard/ /analytics/passkey-adoption-report/ /analytics/raw-logs/
/analytics/connectors/ /analytics/connectors/splunk/ /backend-integration/ /backend-integration/generating-authz-tokens/
/backend-integration/transaction-confirmation/ /backend-integration/verify-token/ /compatibility/ /setup/ /troubleshoot/
/setup/thumbturn/ /ai/mcp/checkout-agent/ /enterpise-features/ /enterprise-features/connectors/
/enterprise-features/connectors/splunk/ /enterprise-features/scim/ /enterprise-features/scim/implementation/
/enterprise-prem-features/scim/overview/ /enterprise-prem-features/sso/setup-sso/ /reference-documentation/
/reference-documentation/event-registry/ /reference-documentation/event-registry/authentication-registry/
/reference-documentation/fundamentals/ /reference-documentation/fundamentals/thumbturn-token/
/reference-documentation/fundamentals/rpid/ /reference-documentation/mobile/ /reference-documentation/mobile/android/
/reference-documentation/mobile/ios/ /reference-documentation/mobile/wallet-ios/ /reference-documentation/web/
/reference-documentation/web/merchant-tools/ /reference-documentation/web/wallet-sdk/ /reference-documentation/web/web-sdk/
/user-scenario/authentication/ /user-scenario/authentication/sign-in/ /user-scenario/authentication/sign-in/cross-auth/
/user-scenario/authentication/sign-in/sign-in-passkey/ /user-scenario/authentication/sign-in/sign-in-passkey-autofill/
/user-scenario/authentication/sign-in/sign-in-passkey-upgrade/ /user-scenario/authentication/sign-up/
/user-scenario/authentication/sign-up/create-passkey/ /user-scenario/authentication/sign-up/create-passkey-protected/
/user-scenario/authentication/step-up/ /user-scenario/authentication/step-up/transaction-confirmation/
/user-scenario/checkout/ /user-scenario/checkout/merchant/ /user-scenario/checkout/overview/ /user-scenario/checkout/wallet/
/user-scenario/checkout/wallet/ios/ /user-scenario/checkout/wallet/web/ /user-scenario/mfa/fallback-custom/
/user-scenario/mfa/otp-passkey/ /user-scenario/mfa/startup/ /user-scenario/user-profile-management/
/user-scenario/user-profile-management/account-recovery/ /user-scenario/user-profile-management/passkey-management/
/partials/configure-apple-app-site-assocation/ /partials/enterprise/ /partials/refer-verify-token/
/partials/setup-ios-wallet-sdk/ /partials/setup-mfa-sdk/ /partials/setup-sdk/ /partials/verify-token-authenticate/
/next/api/ /proxy/api/ /api/`.split(/\s+/)

test('every promised route is built', () => {
  expect(promised.filter((route) => !existsSync(join(built, route, 'index.html')))).toEqual([])
})

test('every page says what readers look for, in words that no markup divides', () => {
  const missing = Object.entries(facts).flatMap(([route, words]) => {
    const text = read(`${route}index.html`)
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]*>/g, '\n')
    return words.filter((word) => !text.includes(word)).map((word) => `${route}: ${word}`)
  })
  expect(missing).toEqual([])
})

test('parts of pages are in no list: not in the search, the site map, or the list for language models', () => {
  const parts = promised.filter((route) => route.startsWith('/partials/'))
  expect(parts.filter((route) => routes.includes(route))).toEqual([])
  expect(read('search-doc.json')).not.toContain('"/partials/')
  expect(read('llms.txt')).not.toContain('/partials/')
  for (const route of parts) expect(read(`${route}index.html`)).toMatch(/<meta [^>]*name="?robots"? content="?noindex/)
})

test('every page has a policy that allows nothing unsafe, and no style of its own', () => {
  for (const route of new Set([...routes, ...promised])) {
    const html = read(`${route}index.html`)
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? []
    expect(policy, route).toMatch(/^default-src 'self'; .*; require-trusted-types-for 'script'; trusted-types default$/)
    expect(policy, route).not.toMatch(/unsafe|style-src/)
    expect(html.replace(/<script[\s\S]*?<\/script>/g, ''), route).not.toMatch(/<[a-z][^>]*\sstyle=|<style/)
  }
})

test('markup that the site does not contain stays text', async ({ browser, baseURL }) => {
  // A browser of its own, because the fixture fails a test whose page violates its policy.
  const page = await browser.newPage({ baseURL })
  await page.goto('/')
  await hydrated(page)
  const write = (html: string) =>
    page.evaluate((html) => {
      const element = document.createElement('p')
      try {
        element.innerHTML = html
      } catch {}
      return element.innerHTML
    }, html)
  expect(await write('<span class="bar" role="bar"></span>')).toBe('<span class="bar" role="bar"></span>')
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<span onclick="alert(1)"></span>',
    '<span class="a"><script></script>',
  ])
    expect(await write(html)).toBe('')
  await page.close()
})

const phone = { width: 390, height: 844 }

for (const route of new Set([...routes, ...promised])) {
  test(`${route} is silent, asks neither other hosts nor the service, is accessible in light and dark, and fits a phone`, async ({
    page,
  }) => {
    // A hundred operations on a page take long to look at.
    if (route.endsWith('/api/')) test.slow()
    const foreign = foreignRequests(page)
    const calls = serviceCalls(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const answer = await page.goto(route)
      expect(answer?.status()).toBe(200)
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      // Passes are not described, which takes most of the time on a large page.
      const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html)
            .join(' ')}`,
      )
      expect(found, colorScheme).toEqual([])
    }
    await page.setViewportSize(phone)
    // Past what hides it, as a finger would push it.
    const pushed = await page.evaluate(() => {
      window.scrollTo(1000, 0)
      return Math.max(window.scrollX, document.documentElement.scrollWidth - window.innerWidth)
    })
    expect(pushed, 'pixels outside the screen of a phone').toBeLessThanOrEqual(0)
    expect(foreign).toEqual([])
    expect(calls).toEqual([])
  })
}

test('on a phone a page is accessible, and so is its menu', async ({ page, noViolations }) => {
  await page.setViewportSize(phone)
  for (const path of ['/', guide, '/next/api/']) {
    await page.goto(path)
    await hydrated(page)
    await noViolations()
  }
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
  await expect(page.locator('.navbar-sidebar--show')).toBeVisible()
  await page.waitForTimeout(400) // the menu slides in; axe would measure colors midway
  await noViolations()
})

test('the not-found page is accessible', async ({ page, noViolations, mayLog }) => {
  mayLog(/404/)
  await page.goto('/nowhere/')
  await noViolations()
})
