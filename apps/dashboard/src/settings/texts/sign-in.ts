import { msg } from '@lingui/core/runtime-macro'
import type { PartialTexts } from '../field-texts.ts'

export const signInTexts = {
  crossAuthMethods: {
    label: msg`One-time codes`,
    help: msg`How users get a code to sign in on a device that doesn’t have their passkey.`,
    docs: '/user-scenario/authentication/sign-in/cross-auth/#with-a-code',
    whenEmpty: msg`Users can’t sign in with codes.`,
    choices: {
      otp: { name: msg`Shown on a signed-in device` },
      'otp:email': { name: msg`By email` },
      'otp:sms': { name: msg`By SMS` },
    },
  },
  fallbackMethods: {
    label: msg`Other ways to sign in`,
    help: msg`What your pages can offer users who have no passkey that they can use.`,
    docs: '/user-scenario/authentication/sign-in/sign-in-passkey/#when-there-is-no-passkey-to-use',
    whenEmpty: msg`Your pages offer no other way.`,
    choices: { ciam: { name: msg`Your own sign-in` } },
  },
  otpToUsername: {
    label: msg`Send codes to the username`,
    help: msg`Users without a verified contact get codes at their username if it is an email address or a phone number.`,
    docs: '/reference-documentation/fundamentals/codes/#usernames',
  },
  otpDigits: {
    label: msg`Length of a code`,
    help: msg`Longer codes are harder to guess and to type.`,
    docs: '/reference-documentation/fundamentals/codes/#guarantees',
    unit: 'digits',
  },
  otpSeconds: {
    label: msg`Code lifetime`,
    help: msg`How long a code works after it was requested.`,
    docs: '/reference-documentation/fundamentals/codes/#guarantees',
    unit: 'seconds',
  },
  otpAttempts: {
    label: msg`Attempts per code`,
    help: msg`After this many wrong attempts, the user needs a new code.`,
    docs: '/reference-documentation/fundamentals/codes/#guarantees',
    unit: 'attempts',
  },
  otpFailures: {
    label: msg`Lock after failures`,
    help: msg`After this many failures in a row, codes of that kind are locked until the user signs in with a passkey. Authenticator apps are locked after at most 33.`,
    docs: '/reference-documentation/fundamentals/codes/#guarantees',
    unit: 'failures',
  },
  emailLinkUrl: {
    label: msg`Page for links in emails`,
    help: msg`The page that opens from a link in an email, on one of the application’s origins. Used by the first-generation API.`,
    docs: '/backend-integration/first-generation/#links-in-mails',
    whenEmpty: msg`Emails have no links.`,
  },
  passwordLength: {
    label: msg`Minimum password length`,
    help: msg`There are no other rules for passwords. Used by the first-generation API.`,
    docs: '/backend-integration/first-generation/#passwords',
    unit: 'characters',
  },
  mfaPolicy: {
    label: msg`Required factors`,
    help: msg`What completes a multi-factor sign-in. A passkey counts as two factors because it verifies the user.`,
    docs: '/user-scenario/mfa/startup/#which-combinations-complete-a-flow',
  },
  mfaSessionSeconds: {
    label: msg`Time for one step`,
    help: msg`How long a user has for each step of a multi-factor flow.`,
    docs: '/reference-documentation/fundamentals/mfa-flows/#steps',
    unit: 'seconds',
  },
  mfaFlowSeconds: {
    label: msg`Time for the whole flow`,
    help: msg`How long a user has for all steps together.`,
    docs: '/reference-documentation/fundamentals/mfa-flows/#steps',
    unit: 'seconds',
  },
  externalAuthSeconds: {
    label: msg`Backend assertion lifetime`,
    help: msg`How long the token works with which your backend asserts a user in a multi-factor flow.`,
    docs: '/user-scenario/mfa/fallback-custom/#how-it-goes',
    unit: 'seconds',
  },
  accessTokenSeconds: {
    label: msg`Access token lifetime`,
    help: msg`How long the token of a sign-in works. Your backend verifies it once, and starts a session of its own.`,
    docs: '/reference-documentation/fundamentals/thumbturn-token/#life',
    unit: 'seconds',
  },
  refreshTokens: {
    label: msg`Refresh tokens`,
    help: msg`A multi-factor sign-in also returns a refresh token, which can be exchanged for new tokens.`,
    docs: '/reference-documentation/fundamentals/mfa-flows/#tokens',
  },
  refreshTokenSeconds: {
    label: msg`Refresh token lifetime`,
    help: msg`How long after a sign-in its refresh tokens work.`,
    docs: '/reference-documentation/fundamentals/mfa-flows/#tokens',
    unit: 'seconds',
  },
  refreshReuseSeconds: {
    label: msg`Refresh token reuse`,
    help: msg`How long the last refresh token returns the same new one again, for lost responses and parallel tabs. Zero turns it off.`,
    docs: '/reference-documentation/fundamentals/mfa-flows/#tokens',
    unit: 'seconds',
  },
  idTokenSeconds: {
    label: msg`ID token lifetime`,
    help: msg`How long the token that tells a program about the user is valid.`,
    docs: '/reference-documentation/openid/#tokens',
    unit: 'seconds',
  },
  grantTokenSeconds: {
    label: msg`Grant lifetime`,
    help: msg`How long a page can use a grant from your backend.`,
    docs: '/backend-integration/generating-authz-tokens/#what-to-grant',
    unit: 'seconds',
  },
  browserSessionSeconds: {
    label: msg`Browser session lifetime`,
    help: msg`How long a browser stays signed in at the hosted pages, even if it is in use.`,
    docs: '/openid-provider/hosted-pages/#sessions',
    unit: 'seconds',
  },
  browserSessionIdleSeconds: {
    label: msg`Browser session lifetime without use`,
    help: msg`How long a browser that isn’t used stays signed in at the hosted pages.`,
    docs: '/openid-provider/hosted-pages/#sessions',
    unit: 'seconds',
  },
} as const satisfies PartialTexts
