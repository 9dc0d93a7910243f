import type { Browser, CDPSession, Page } from '@playwright/test'

/** A virtual authenticator with user verification, controlled over the DevTools protocol. */
export type Device = {
  /** Whether requests get user presence; without it they never complete. */
  touched(yes: boolean): Promise<void>
  /** Whether user verification succeeds. */
  recognizes(yes: boolean): Promise<void>
  /** Plugs a security key into the same browser. */
  plugInSecurityKey(): Promise<void>
  /** Deletes a passkey from the authenticator. */
  forget(credentialId: string): Promise<void>
  /** The stored passkeys. */
  passkeys(): Promise<{ credentialId: string; signCount: number }[]>
}

/** The abilities of an authenticator of the browser besides storing passkeys. */
export type Abilities = {
  hasPrf?: boolean
  hasLargeBlob?: boolean
  hasMinPinLength?: boolean
  /** Also credProtect. */
  hasCredBlob?: boolean
  ctap2Version?: 'ctap2_0' | 'ctap2_1'
}

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Adds a virtual authenticator that stores passkeys to the page's browser. */
export async function createDevice(page: Page, abilities: Abilities = {}): Promise<Device> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const able = { ...options, ...abilities }
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: able })
  return steer(devtools, authenticatorId, able)
}

/** Another machine: a browser that shares nothing with the first and has its own authenticator. */
export async function anotherMachine(browser: Browser, baseURL?: string) {
  // Playwright would otherwise give it the cookies that the test's own browser begins with.
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL, locale: 'en-GB', storageState })
  const page = await context.newPage()
  return { page, device: await createDevice(page), leave: () => context.close() }
}

/** Disables autofill on every page opened from now on, because the device would complete it at once. */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

/**
 * Replaces the authenticator of every page opened from now on by a password manager that ignores aborts. The page's function `end`
 * ends the latest request with a credential, or as the user closes it. Returns what was requested, `modal` or `conditional`.
 */
export async function recordRequests(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const asked: string[] = []
    navigator.credentials.get = (request) => {
      asked.push(request?.mediation ?? 'modal')
      return new Promise((resolve, reject) => {
        const end = (credential?: Credential) =>
          credential ? resolve(credential) : reject(new DOMException('', 'NotAllowedError'))
        Object.assign(globalThis, { end })
      })
    }
    Object.assign(globalThis, { asked })
  })
  return () => page.evaluate<string[]>('asked')
}

function steer(devtools: CDPSession, authenticatorId: string, able: typeof options & Abilities): Device {
  return {
    touched: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    recognizes: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    plugInSecurityKey: async () => {
      await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...able, transport: 'usb' } })
    },
    forget: async (credentialId) => {
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    },
    passkeys: async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials
    },
  }
}
