import type { Page } from '@playwright/test'

/** The settings of a virtual authenticator of the DevTools protocol. */
export type Profile = {
  protocol: 'ctap2'
  ctap2Version?: 'ctap2_0' | 'ctap2_1'
  transport: 'usb' | 'nfc' | 'ble' | 'cable' | 'internal'
  hasResidentKey: boolean
  hasUserVerification: boolean
  isUserVerified: boolean
  hasLargeBlob?: boolean
  defaultBackupEligibility?: boolean
  defaultBackupState?: boolean
}

const platform: Profile = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}
const securityKey: Profile = { ...platform, transport: 'usb' }

/** Kinds of authenticators that store passkeys and verify their users, by name. */
export const profiles: Readonly<Record<string, Profile>> = {
  'a platform authenticator': platform,
  'a synced passkey (BE and BS)': { ...platform, defaultBackupEligibility: true, defaultBackupState: true },
  'a passkey that can be synced and is not (BE)': { ...platform, defaultBackupEligibility: true },
  'a phone (hybrid)': { ...platform, transport: 'cable' },
  'a security key by USB': securityKey,
  'a security key by NFC': { ...securityKey, transport: 'nfc' },
  'a security key by Bluetooth': { ...securityKey, transport: 'ble' },
  'a security key of CTAP 2.1 with large blobs': { ...securityKey, ctap2Version: 'ctap2_1', hasLargeBlob: true },
}

/** Adds the authenticator to the browser of a page. */
export async function plugIn(page: Page, profile: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { automaticPresenceSimulation: true, ...profile },
  })
}
