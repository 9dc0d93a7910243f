import type { PageName } from './pages.ts'

/** One possible answer, and the pages that it leads to, each with the reason. */
export type Option = { id: string; says: string; leads: readonly (readonly [PageName, string])[] }

/** A question with its answers; `after` names the answers that make it one, none means always. */
export type Question = { id: string; asks: string; after?: readonly string[]; options: readonly Option[] }

const option = (id: string, says: string, leads: Option['leads']): Option => ({ id, says, leads })

/** What the chooser asks. The ids of answers are different from each other, so that an address can name them. */
export const questions: readonly Question[] = [
  {
    id: 'task',
    asks: 'What are your users to do?',
    options: [
      option('enter', 'Come in: sign up, sign in', [
        ['signIn', 'The button that always works, with or without a username.'],
        ['verify', 'Your backend trusts a verified token, never a page; then it starts its own session.'],
        ['recovery', 'Decide before the first phone is lost how its user gets back in.'],
      ]),
      option('confirm', 'Confirm something: a payment, a contract, a change', []),
      option('keep', 'Look after what they have: passkeys, a new device, a lost one', []),
    ],
  },
  {
    id: 'accounts',
    asks: 'Who has an account on the first day?',
    after: ['enter'],
    options: [
      option('nobody', 'No one: every visitor can create one', [
        ['createPasskey', 'One call creates the account and its first passkey, and signs the user in.'],
      ]),
      option('invited', 'Users whom my backend has admitted: invited, verified, employed', [
        ['protectedSignUp', 'No user registers without a token that your backend asked for.'],
        ['grants', 'How your backend asks for that token.'],
      ]),
      option('password', 'Users who sign in with a password or a code today', [
        ['upgrade', 'They sign in once more as always and then have a passkey, often without a dialog.'],
        ['grants', 'The old sign-in earns the token that the new passkey needs.'],
      ]),
      option('passkeys', 'Users who have passkeys already, elsewhere', [
        ['migrate', 'What can come along, what cannot, and how users notice as little as possible.'],
        ['grants', 'The old sign-in earns the token that the new passkey needs.'],
      ]),
    ],
  },
  {
    id: 'enough',
    asks: 'Is a passkey enough to sign in?',
    after: ['enter'],
    options: [
      option('alone', 'Yes', [
        ['autofill', 'The field offers the passkey before the user types; users without a passkey notice nothing.'],
      ]),
      option('codes', 'Yes, and a code where there is none', [
        ['autofill', 'First the passkey, in the suggestions of the field.'],
        ['crossAuth', 'A code by email or SMS, or shown on the other device, leads to a passkey on this one.'],
      ]),
      option('policy', 'No, a policy requires several factors', [
        ['factors', 'A flow asks until your policy is satisfied, and says after every step what may come next.'],
        ['codeAndPasskey', 'The most usual one, step by step.'],
      ]),
      option('mine', 'My own check has to count as well', [
        ['factors', 'A flow asks until your policy is satisfied.'],
        ['ownFactor', 'Your backend asserts the identity of the user inside the flow.'],
      ]),
    ],
  },
  {
    id: 'where',
    asks: 'Where do they confirm it?',
    after: ['confirm'],
    options: [
      option('page', 'On a page of mine', [
        ['transaction', 'The passkey signs the very text that the user has read.'],
        ['verifyTransaction', 'Your backend computes the hash itself, and compares.'],
      ]),
      option('wallet', 'In another company’s shop; the passkey is mine', [
        ['checkout', 'Who does what between shop and wallet.'],
        ['wallet', 'Your wallet page does the ceremony; the shop shows it or leads to it.'],
      ]),
      option('shop', 'In my shop; another company’s wallet has the passkey', [
        ['checkout', 'Who does what between shop and wallet.'],
        ['merchant', 'Your shop asks whether the wallet knows this browser, and starts the checkout.'],
      ]),
      option('assistant', 'After an assistant has prepared it', [
        ['agent', 'An assistant can prepare a payment; only its user can confirm it.'],
        ['transaction', 'What that user does.'],
      ]),
    ],
  },
  {
    id: 'happened',
    asks: 'What has happened?',
    after: ['keep'],
    options: [
      option('nothing', 'Nothing: they want to see, rename or delete passkeys', [
        ['management', 'A list with names and dates, by the token of the sign-in.'],
      ]),
      option('device', 'There is a new device, and the passkey is on the old one', [
        ['crossAuth', 'The phone signs for the computer, or a code brings a passkey to it.'],
        ['management', 'The old one can go from the list.'],
      ]),
      option('lost', 'Every passkey is lost', [
        ['recovery', 'A way back that is not weaker than the front door.'],
        ['grants', 'If your backend identifies users by its own methods.'],
      ]),
    ],
  },
  {
    id: 'caller',
    asks: 'Who calls the service?',
    after: ['enter', 'confirm', 'keep'],
    options: [
      option('browser', 'My pages', [['webSdk', 'Every call of these pages, typed, and nothing else to install.']]),
      option('app', 'An app on a phone', [
        ['ios', 'With the frameworks of iOS.'],
        ['android', 'With the Credential Manager of Android.'],
      ]),
      option('backend', 'Only my backend', [
        ['proxy', 'Your backend drives the ceremonies; browsers never see the service.'],
      ]),
    ],
  },
]
