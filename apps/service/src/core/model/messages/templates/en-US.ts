import type { Language } from './language.ts'

const unlessYou =
  "If this was you, there is nothing to do. If it wasn't, sign in to {app}, remove what you don't recognize, and tell {app}."
const spoken = 'Your code for {app} is: {digits}. Again: {digits}.'

export const english: Language = {
  code: {
    subject: 'Your code for {app}',
    title: 'Your code',
    text: 'Enter this code to continue at {app}. It works once, for {minutes} minutes.',
    details: [],
    advice:
      "Don't share it with anyone: {app} never asks for it by phone or email. If you didn't request it, ignore this message; no one can continue without the code.",
    short: "{code} is your code for {app}. It works for {minutes} minutes. Don't share it.",
    spoken,
  },
  'verify-contact': {
    subject: 'Confirm your address for {app}',
    title: 'Confirm your address',
    text: 'Enter this code at {app} to confirm that this is your address. It works once, for {minutes} minutes.',
    details: [],
    advice: "If you don't have an account at {app}, ignore this message: your address isn't used without the code.",
    short: "{code} confirms this number for {app}. It works for {minutes} minutes. Don't share it.",
    spoken,
  },
  link: {
    subject: 'Continue at {app}',
    title: 'Continue at {app}',
    text: 'Open this link to continue. It works once, for {minutes} minutes.',
    action: 'Continue',
    details: [],
    advice:
      "Don't share it with anyone: it signs in as you. If you didn't request it, ignore this message; no one can continue without the link.",
    short: 'Open this link to continue at {app}: {link}',
    spoken: 'To continue at {app}, open the link that was sent to you.',
  },
  'passkey-added': {
    subject: 'A new passkey for your account at {app}',
    title: 'A new passkey was added',
    text: 'You can now sign in to your account at {app} with a new passkey.',
    details: [
      ['Passkey', 'passkey'],
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "A passkey was added to your account at {app}. If it wasn't you, sign in and remove it.",
    spoken: "A passkey was added to your account at {app}. If it wasn't you, sign in and remove it.",
  },
  'contact-changed': {
    subject: 'The contacts of your account at {app} were changed',
    title: 'Your contacts were changed',
    text: 'The address or phone number of your account at {app} was changed.',
    details: [
      ['Before', 'before'],
      ['Now', 'after'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "The contacts of your account at {app} were changed. If it wasn't you, sign in and tell {app}.",
    spoken: "The contacts of your account at {app} were changed. If it wasn't you, sign in and tell {app}.",
  },
  recovered: {
    subject: 'Your account at {app} was recovered',
    title: 'Your account was recovered',
    text: 'A code sent to this address was used to recover your account at {app} without its old passkeys.',
    details: [
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "Your account at {app} was recovered. If it wasn't you, sign in and tell {app}.",
    spoken: "Your account at {app} was recovered. If it wasn't you, sign in and tell {app}.",
  },
}
