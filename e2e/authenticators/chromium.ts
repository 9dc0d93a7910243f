import type { Browser, Page } from '@playwright/test'
import type { Tab } from './tab.ts'

/** A tab of Chromium, with virtual authenticators of the DevTools protocol. */
export async function openChromium(browser: Browser, page: Page): Promise<Tab> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    plugIn: async (kind) => {
      const options = { ...kind, automaticPresenceSimulation: true }
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
      return {
        unplug: async () => void (await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
        forgetUser: async () =>
          void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })),
        override: async (bit) =>
          void (await devtools.send('WebAuthn.setResponseOverrideBits', { authenticatorId, [bit]: true })),
        countPasskeys: async () =>
          (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
      }
    },
    onAnotherDevice: async (run) => {
      const context = await browser.newContext()
      try {
        return await run(await openChromium(browser, await context.newPage()))
      } finally {
        await context.close()
      }
    },
  }
}
