/** What is counted before a ceremony is completed, with a description of each. */
export const attemptKinds = {
  creationsOffered: 'Registrations that started with a dialog',
  creationsAutomatic: 'Registrations that started without a dialog, after another sign-in',
  creationsExisting: 'Clients that reported that the device has a passkey already',
  creationsUnsupported: 'Clients that reported that they support no such passkey',
  creationsAborted: 'Clients that reported that the dialog was canceled or timed out',
  creationsFailed: 'Clients that reported another error of a registration',
  signInsNamed: 'Sign-ins that started with a username',
  signInsAutofill: 'Sign-ins that the page offered in autofill',
  signInsImmediate: 'Sign-ins that the page started only for passkeys on this device',
  signInsUsernameless: 'Sign-ins that started without a username in another way',
  signInsFailed: 'Clients that reported an error of a sign-in',
} as const

export type AttemptKind = keyof typeof attemptKinds
