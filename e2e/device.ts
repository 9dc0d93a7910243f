import type { CDPSession, Page } from '@playwright/test'

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
export async function deviceOf(page: Page): Promise<Device> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return steer(devtools, authenticatorId)
}

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
