import type { Language } from './language.ts'

const unlessYou =
  'If this was you, there is nothing to do. If it was not, sign in to {app}, remove what you do not know, and tell {app}.'
const spoken = 'Your code for {app} is: {digits}. Once more: {digits}.'

export const english: Language = {
  code: {
    subject: 'Your code for {app}',
    title: 'Your code',
    text: 'Enter this code to continue at {app}. It works once, for {minutes} minutes.',
    details: [],
    advice:
      'Tell it to nobody: {app} never asks for it by phone or mail. If you did not ask for it, ignore this message; without the code nobody gets any further.',
    short: '{code} is your code for {app}. It works for {minutes} minutes. Tell it to nobody.',
    spoken,
  },
  'verify-contact': {
    subject: 'Confirm your address for {app}',
    title: 'Confirm your address',
    text: 'Enter this code at {app} to show that you are reached here. It works once, for {minutes} minutes.',
    details: [],
    advice: 'If you have no account at {app}, ignore this message: your address is not used without the code.',
    short: '{code} confirms this number for {app}. It works for {minutes} minutes. Tell it to nobody.',
    spoken,
  },
  link: {
    subject: 'Continue at {app}',
    title: 'Continue at {app}',
    text: 'Open this link to show that you are reached here. It works once, for {minutes} minutes.',
    action: 'Continue',
    details: [],
    advice:
      'Pass it on to nobody: whoever opens it continues as you. If you did not ask for it, ignore this message; without the link nobody gets any further.',
    short: 'Open this link to continue at {app}: {link}',
    spoken: 'To continue at {app}, open the link that was sent to you.',
  },
  'passkey-added': {
    subject: 'A new passkey for your account at {app}',
    title: 'A new passkey was added',
    text: 'Your account at {app} can now be opened with one more passkey.',
    details: [
      ['Passkey', 'passkey'],
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: 'A passkey was added to your account at {app}. If it was not you, sign in and remove it.',
    spoken: 'A passkey was added to your account at {app}. If it was not you, sign in and remove it.',
  },
  'contact-changed': {
    subject: 'The contacts of your account at {app} were changed',
    title: 'Your contacts were changed',
    text: 'Where your account at {app} reaches you was changed.',
    details: [
      ['Before', 'before'],
      ['Now', 'after'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: 'The contacts of your account at {app} were changed. If it was not you, sign in and tell {app}.',
    spoken: 'The contacts of your account at {app} were changed. If it was not you, sign in and tell {app}.',
  },
  recovered: {
    subject: 'Your account at {app} was recovered',
    title: 'Your account was recovered',
    text: 'Somebody who proved to be reached here got access to your account at {app} without its old passkeys.',
    details: [
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: 'Your account at {app} was recovered. If it was not you, sign in and tell {app}.',
    spoken: 'Your account at {app} was recovered. If it was not you, sign in and tell {app}.',
  },
}
