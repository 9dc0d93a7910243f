/** All texts of the components. {name} and {date} are placeholders. */
export const english = {
  signIn: 'Sign in',
  signUp: 'Create an account',
  username: 'Username',
  email: 'Email address',
  withPasskey: 'Sign in with a passkey',
  createAccount: 'Sign up with a passkey',
  haveAccount: 'I have an account',
  signedInAs: 'You are signed in as {name}.',
  signOut: 'Sign out',
  codeTitle: 'Use a code',
  codeShown: 'On the device with your passkey, sign in, show a code, and enter it here.',
  codeSend: 'Your passkey is on another device. Get a code sent to you.',
  codeSent: 'If this account exists, we sent a code.',
  code: 'Code',
  sendEmail: 'Send a code by email',
  sendSms: 'Send a code by SMS',
  continue: 'Continue',
  back: 'Back',
  addTitle: 'Create a passkey on this device?',
  addText: 'Next time, sign in with your fingerprint, face, or PIN instead of a code.',
  create: 'Create a passkey',
  notNow: 'Not now',
  otherWay: "You can't use a passkey here. Sign in another way.",
  waiting: 'Follow the steps in your browser.',
  canceled: 'Canceled or timed out. Nothing was changed. Try again.',
  canceledSignIn:
    'Sign-in was canceled or timed out. Try again. If your passkey isn’t on this device, sign in another way.',
  exists: 'This device already has your passkey.',
  taken: 'An account with this username already exists. Sign in instead.',
  device: "This device can't use passkeys. Set up a screen lock, or try another device.",
  network: 'No connection. Check your network and try again.',
  wrongCode: 'This code is wrong or has expired.',
  tooMany: 'Too many attempts. Wait a moment, then try again.',
  bluetooth: "Your phone's passkey needs Bluetooth. Turn it on here and on the phone, or sign in another way.",
  noKey: "This passkey can't unlock your data. Try another one.",
  clock: 'This device’s clock is wrong. Set it and try again.',
  rejected: 'Your request was rejected. Try again, or sign in another way.',
  failed: 'Something went wrong. Try again.',
  enterName: 'Enter your username.',
  enterEmail: 'Enter your email address.',
  enterCode: 'Enter the code.',
  passkeys: 'Your passkeys',
  none: 'No passkeys yet.',
  signInFirst: 'Sign in to see your passkeys.',
  created: 'Created {date}',
  lastUsed: 'Last used {date}',
  inUse: 'In use now',
  rename: 'Rename',
  newName: 'New name',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete',
  removeAsk: 'Delete {name}? You can no longer sign in with it.',
  keep: 'Keep',
  addPasskey: 'Add a passkey',
  added: 'The passkey was added.',
  renamed: 'The name was changed.',
  removed: 'The passkey was deleted.',
  ended: 'Your session has ended. Sign in again.',
}

/** All texts in one language. */
export type Messages = { [Key in keyof typeof english]: string }

/** English is included. Other languages load when they are shown. */
const loaders: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  pt: () => import('./locales/pt.ts'),
  zh: () => import('./locales/zh.ts'),
}

/** Languages of the components, as BCP 47 tags. */
export const languages: readonly string[] = ['en', ...Object.keys(loaders)]

/** The texts of a language tag; English if the language is unknown or its file can't be loaded. */
export async function loadMessages(tag: string): Promise<Messages> {
  try {
    return (await loaders[tag.slice(0, 2).toLowerCase()]?.())?.messages ?? english
  } catch {
    return english
  }
}

/** Replaces the placeholders of a text. */
export const fillMessage = (message: string, values: { name?: string; date?: string }): string =>
  message.replaceAll(/\{(name|date)\}/g, (_, gap: 'name' | 'date') => values[gap] ?? '')
