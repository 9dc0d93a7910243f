import type { PageName } from './pages.ts'

/** One possible answer, and the pages that it leads to, each with the reason. */
export type Option = { id: string; says: string; leads: readonly (readonly [PageName, string])[] }

/** A question with its answers; `after` names the answers that make it one, none means always. */
export type Question = { id: string; asks: string; after?: readonly string[]; options: readonly Option[] }

const option = (id: string, says: string, leads: Option['leads']): Option => ({ id, says, leads })

/** The questions of the chooser. The ids of answers are different from each other, so that an address can name them. */
export const questions: readonly Question[] = [
  {
    id: 'task',
    asks: 'What do your users need to do?',
    options: [
      option('enter', 'Sign up and sign in', [
        ['signIn', 'A button that always works, with or without a username.'],
        ['verify', 'Your backend trusts only a verified token, never the page. Then it starts its own session.'],
        ['recovery', 'Before a user loses a phone, decide how they get back in.'],
      ]),
      option('confirm', 'Confirm something, such as a payment, a contract, or a change', []),
      option('keep', 'Manage what they have, such as passkeys or a new or lost device', []),
    ],
  },
  {
    id: 'accounts',
    asks: 'Who can have an account at launch?',
    after: ['enter'],
    options: [
      option('nobody', 'No one: any visitor can create an account', [
        ['createPasskey', 'One call creates the account and its first passkey, and signs the user in.'],
      ]),
      option('invited', 'Users that my backend has admitted, such as invited users or employees', [
        ['protectedSignUp', 'Users can register only with a token that your backend requested.'],
        ['grants', 'How your backend requests that token.'],
      ]),
      option('password', 'Users who sign in with a password or a code today', [
        ['upgrade', 'Users sign in one last time the old way and get a passkey, often without a dialog.'],
        ['grants', 'After the old sign-in, your backend requests the token that registers the passkey.'],
      ]),
      option('passkeys', 'Users who already have passkeys with another service', [
        ['migrate', 'What you can bring along, what you can’t, and how to keep the change invisible to users.'],
        ['grants', 'After the old sign-in, your backend requests the token that registers the passkey.'],
      ]),
    ],
  },
  {
    id: 'enough',
    asks: 'Is a passkey enough to sign in?',
    after: ['enter'],
    options: [
      option('alone', 'Yes', [
        ['autofill', 'The field offers the passkey before the user types. Nothing changes for users without one.'],
      ]),
      option('codes', 'Yes, with a one-time code for users without one', [
        ['autofill', 'Offer the passkey first, in the field’s suggestions.'],
        [
          'crossAuth',
          'A code sent by email or SMS, or shown on the other device, lets the user create a passkey on this one.',
        ],
      ]),
      option('policy', 'No, a policy requires several factors', [
        [
          'factors',
          'A flow continues until your policy is satisfied. After each step, it lists the possible next ones.',
        ],
        ['codeAndPasskey', 'The most common flow, step by step.'],
      ]),
      option('mine', 'No, it has to include my own check', [
        ['factors', 'A flow continues until your policy is satisfied.'],
        ['ownFactor', 'Your backend asserts the user’s identity as part of the flow.'],
      ]),
    ],
  },
  {
    id: 'where',
    asks: 'Where do they confirm it?',
    after: ['confirm'],
    options: [
      option('page', 'On my own page', [
        ['transaction', 'The passkey signs the exact text that the user has read.'],
        ['verifyTransaction', 'Your backend computes the hash and compares it.'],
      ]),
      option('wallet', 'In another company’s shop, with a passkey from me', [
        ['checkout', 'What the shop does, and what the wallet does.'],
        ['wallet', 'Your wallet page runs the ceremony. The shop embeds the page or redirects to it.'],
      ]),
      option('shop', 'In my shop, with a passkey from another company’s wallet', [
        ['checkout', 'What the shop does, and what the wallet does.'],
        ['merchant', 'Your shop asks whether the wallet knows this browser, then starts the checkout.'],
      ]),
      option('assistant', 'On a page that an AI assistant links to', [
        ['agent', 'An assistant can prepare a payment, but only the user can confirm it.'],
        ['transaction', 'What the user does.'],
      ]),
    ],
  },
  {
    id: 'happened',
    asks: 'What happened?',
    after: ['keep'],
    options: [
      option('nothing', 'Nothing: they want to view, rename, or delete passkeys', [
        ['management', 'A list with names and dates, which the page gets with the sign-in token.'],
      ]),
      option('device', 'They have a new device, and the passkey is on the old one', [
        ['crossAuth', 'They sign in with the phone’s passkey, or use a code to create a passkey on the new device.'],
        ['management', 'Then they can delete the old passkey.'],
      ]),
      option('lost', 'They lost all of their passkeys', [
        ['recovery', 'A way back in that’s as secure as signing in.'],
        ['grants', 'If your backend identifies users in its own way.'],
      ]),
    ],
  },
  {
    id: 'caller',
    asks: 'Who calls the service?',
    after: ['enter', 'confirm', 'keep'],
    options: [
      option('browser', 'My pages', [['webSdk', 'Every call in these guides, with types and no other dependencies.']]),
      option('app', 'A mobile app', [
        ['ios', 'With the iOS frameworks.'],
        ['android', 'With Android’s Credential Manager.'],
      ]),
      option('backend', 'Only my backend', [
        ['proxy', 'Your backend makes the calls. Browsers never connect to the service.'],
      ]),
    ],
  },
]
