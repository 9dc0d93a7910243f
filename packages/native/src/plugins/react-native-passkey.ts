import type { CredentialJSON, PasskeyPrompt } from '../prompt.ts'

/** The part of the class `Passkey` of react-native-passkey that the SDK calls. */
export interface ReactNativePasskey {
  create(request: never): Promise<CredentialJSON>
  createSecurityKey(request: never): Promise<CredentialJSON>
  get(request: never): Promise<CredentialJSON>
  getImmediate?(request: never): Promise<CredentialJSON>
  signalUnknownCredential?(details: never): Promise<void>
  signalAllAcceptedCredentials?(details: never): Promise<void>
}

/** The dialog of react-native-passkey: `reactNativePasskeyPrompt(Passkey)`. */
export function reactNativePasskeyPrompt(plugin: ReactNativePasskey): PasskeyPrompt {
  const hasSignals = plugin.signalAllAcceptedCredentials && plugin.signalUnknownCredential
  return {
    create: (options) =>
      options.hints?.[0] === 'security-key'
        ? plugin.createSecurityKey(options as never)
        : plugin.create(options as never),
    get: (options, { immediate }) =>
      immediate ? plugin.getImmediate!(options as never) : plugin.get(options as never),
    ...(hasSignals && {
      signal: (name, details) => {
        if (name === 'signalUnknownCredential') return plugin.signalUnknownCredential?.(details as never)
        if (name === 'signalAllAcceptedCredentials') return plugin.signalAllAcceptedCredentials?.(details as never)
        return undefined
      },
    }),
    abilities: { immediate: Boolean(plugin.getImmediate) },
  }
}
