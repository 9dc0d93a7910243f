import type { CredentialJSON, PasskeyPrompt } from '../prompt.ts'

/** The part of the module react-native-passkeys that the SDK calls. */
export interface ReactNativePasskeys {
  create(request: never): Promise<CredentialJSON | null>
  get(request: never): Promise<CredentialJSON | null>
}

/** The dialog of react-native-passkeys, for Expo: `expoPrompt(passkeys)`, after `import * as passkeys from …`. */
export const expoPrompt = (plugin: ReactNativePasskeys): PasskeyPrompt => ({
  create: (options) => plugin.create(options as never),
  get: (options) => plugin.get(options as never),
})
