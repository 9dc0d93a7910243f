import type { Language } from './language.ts'

const unlessYou =
  "If this was you, you don't need to do anything. If it wasn't, sign in to {app}, remove anything you don't recognize, and contact {app}."
const spoken = 'Your code for {app} is: {digits}. Again: {digits}.'

export const english: Language = {
  code: {
    subject: 'Your code for {app}',
    title: 'Your code',
    text: 'Enter this code to continue at {app}. It works once and expires in {minutes} minutes.',
    details: [],
    advice:
      "Don't share it with anyone: {app} never asks for it by phone or email. If you didn't request it, ignore this message; no one can continue without the code.",
    short: "{code} is your code for {app}. It expires in {minutes} minutes. Don't share it.",
    spoken,
  },
  'verify-contact': {
    subject: 'Confirm your email address for {app}',
    title: 'Confirm your email address',
    text: 'Enter this code at {app} to confirm your email address. It works once and expires in {minutes} minutes.',
    details: [],
    advice: "If you don't have an account at {app}, ignore this message: your address won't be used without the code.",
    short: "{code} confirms this number for {app}. It expires in {minutes} minutes. Don't share it.",
    spoken,
  },
  link: {
    subject: 'Continue at {app}',
    title: 'Continue at {app}',
    text: 'Open this link to continue. It works once and expires in {minutes} minutes.',
    action: 'Continue',
    details: [],
    advice:
      "Don't share it with anyone: it can be used to sign in as you. If you didn't request it, ignore this message; no one can continue without the link.",
    short: 'Open this link to continue at {app}: {link}',
    spoken: 'To continue at {app}, open the link that was sent to you.',
  },
  'passkey-added': {
    subject: 'A new passkey for your {app} account',
    title: 'A new passkey was added',
    text: 'You can now sign in to your {app} account with a new passkey.',
    details: [
      ['Passkey', 'passkey'],
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "A passkey was added to your {app} account. If it wasn't you, sign in and remove it.",
    spoken: "A passkey was added to your {app} account. If it wasn't you, sign in and remove it.",
  },
  'contact-changed': {
    subject: 'The contact information of your {app} account was changed',
    title: 'Your contact information was changed',
    text: 'The email address or phone number of your {app} account was changed.',
    details: [
      ['Before', 'before'],
      ['Now', 'after'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "The contact information of your {app} account was changed. If it wasn't you, sign in and contact {app}.",
    spoken: "The contact information of your {app} account was changed. If it wasn't you, sign in and contact {app}.",
  },
  recovered: {
    subject: 'Your {app} account was recovered',
    title: 'Your account was recovered',
    text: 'A code sent to this address was used to recover your {app} account without its old passkeys.',
    details: [
      ['Device', 'device'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "Your {app} account was recovered. If it wasn't you, sign in and contact {app}.",
    spoken: "Your {app} account was recovered. If it wasn't you, sign in and contact {app}.",
  },
  'account-linked': {
    subject: 'A new way to sign in to {app}',
    title: 'An account was linked',
    text: 'An account of an identity provider was linked to your {app} account and can sign in to it.',
    details: [
      ['Provider', 'provider'],
      ['When', 'time'],
    ],
    advice: unlessYou,
    short: "An account was linked to your {app} account. If it wasn't you, sign in and remove the link.",
    spoken: "An account was linked to your {app} account. If it wasn't you, sign in and remove the link.",
  },
}
