import type { CredentialJSON, PasskeyPrompt } from '../prompt.ts'

/** The part of `PasskeyPlugin` of capacitor-passkey-plugin that the SDK calls. */
export interface CapacitorPasskey {
  createPasskey(options: { publicKey: never }): Promise<CredentialJSON>
  authenticate(options: { publicKey: never }): Promise<CredentialJSON>
}

/** The dialog of capacitor-passkey-plugin: `capacitorPrompt(PasskeyPlugin)`. */
export const capacitorPrompt = (plugin: CapacitorPasskey): PasskeyPrompt => ({
  create: (options) => plugin.createPasskey({ publicKey: options as never }),
  get: (options) => plugin.authenticate({ publicKey: options as never }),
})
