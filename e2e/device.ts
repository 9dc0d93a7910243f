import type { Browser, CDPSession, Page } from '@playwright/test'

/** A device with a lock: an authenticator inside the browser, steered over the DevTools protocol. */
export type Device = {
  /** Whether its owner touches it whenever it asks; a request made while not waits for ever. */
  touched(yes: boolean): Promise<void>
  /** Whether the finger, face or PIN is the owner's. */
  recognises(yes: boolean): Promise<void>
  /** Plugs a security key into the same browser. */
  plugInSecurityKey(): Promise<void>
  /** The passkeys inside. */
  passkeys(): Promise<{ credentialId: string; signCount: number }[]>
}

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Gives the browser of a page a device that can keep passkeys. */
export async function createDevice(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return steer(devtools, authenticatorId)
}

/** Another machine: a browser that shares nothing with the first, with a device of its own. */
export async function anotherMachine(browser: Browser, baseURL?: string) {
  const context = await browser.newContext({ baseURL, locale: 'en-GB' })
  const page = await context.newPage()
  return { page, device: await createDevice(page), leave: () => context.close() }
}

/** Keeps the device from answering an autofill at once, on every page that is opened from now on. */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

function steer(devtools: CDPSession, authenticatorId: string): Device {
  return {
    touched: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    recognises: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    plugInSecurityKey: async () => {
      await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, transport: 'usb' } })
    },
    passkeys: async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials
    },
  }
}
