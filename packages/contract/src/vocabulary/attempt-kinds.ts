/** The events that are counted before a ceremony is completed, with a description of each. */
export const attemptKinds = {
  creationsOffered: 'Registrations that started with a dialog',
  creationsAutomatic: 'Registrations that started without a dialog, after another sign-in',
  creationsExisting: 'Clients that reported that the device already has a passkey',
  creationsUnsupported: "Clients that reported that they don't support such a passkey",
  creationsAborted: 'Clients that reported that the dialog was canceled or timed out',
  creationsFailed: 'Clients that reported another registration error',
  signInsNamed: 'Sign-ins that started with a username',
  signInsAutofill: 'Sign-ins that the page offered in autofill',
  signInsImmediate: 'Sign-ins that the page started only for passkeys on this device',
  signInsUsernameless: 'Other sign-ins that started without a username',
  signInsFailed: 'Clients that reported a sign-in error',
} as const

export type AttemptKind = keyof typeof attemptKinds
