import { msg } from '@lingui/core/runtime-macro'
import type { PartialTexts } from '../field-texts.ts'

export const pageTexts = {
  clientIdMetadataDocuments: {
    label: msg`Programs without registration`,
    help: msg`Whether programs that publish their own metadata, as MCP clients do, can ask your users for access. Users are always asked, and see the host of the program.`,
    docs: '/openid-provider/mcp-clients/#allow',
    choices: {
      off: {
        name: msg({ message: 'Not allowed', context: 'programs' }),
        help: msg`Only OpenID clients that you created can ask for access.`,
      },
      on: {
        name: msg({ message: 'Allowed', context: 'programs' }),
        help: msg`A program can ask if its client ID is an https URL that leads to its metadata.`,
      },
    },
  },
  clientIdMetadataHosts: {
    label: msg`Hosts of these programs`,
    help: msg`Only programs at one of these hosts can ask for access.`,
    docs: '/openid-provider/mcp-clients/#hosts',
    whenEmpty: msg`Programs at every public host can ask for access.`,
  },
  dynamicClientRegistration: {
    label: msg`Dynamic client registration`,
    help: msg`Whether programs can create their own OpenID client.`,
    docs: '/openid-provider/mcp-clients/#registration',
    choices: {
      off: { name: msg`Off` },
      token: { name: msg`With an API key`, help: msg`The key needs the scope \`client:register\`.` },
    },
  },
  hostedSignUp: {
    label: msg`Sign-up`,
    help: msg`New users can create an account at the hosted pages, unless every registration requires a token.`,
    docs: '/openid-provider/hosted-pages/#settings',
  },
  hostedDeletion: {
    label: msg`Account deletion`,
    help: msg`Users can delete their account at the hosted pages.`,
    docs: '/openid-provider/hosted-pages/#account',
  },
  logoUrl: {
    label: msg`Logo`,
    help: msg`The address of a picture for a light background.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`The pages show the first letter of the name.`,
  },
  logoDarkUrl: {
    label: msg`Logo in dark mode`,
    help: msg`The address of a picture for a dark background.`,
    docs: '/openid-provider/branding/#dark',
    whenEmpty: msg`The pages show the same logo in both modes.`,
  },
  accentColor: {
    label: msg`Accent color`,
    help: msg`The color of links and primary buttons. White text must be readable on it. In dark mode, it is lightened.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`The pages have Thumbturn’s color.`,
  },
  backgroundColor: {
    label: msg`Background color`,
    help: msg`The color behind the form. In dark mode, it is darkened.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`The pages have Thumbturn’s color.`,
  },
  cornerRadius: {
    label: msg`Corner radius`,
    help: msg`How round the corners of fields and buttons are.`,
    docs: '/openid-provider/branding/#set',
    unit: 'pixels',
  },
  hostedText: {
    label: msg`Text below the forms`,
    help: msg`For example, who can sign in.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`There is no text below the forms.`,
  },
  termsUrl: {
    label: msg`Terms of service`,
    help: msg`The page that the hosted pages link to.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`There is no link to terms.`,
  },
  privacyUrl: {
    label: msg`Privacy policy`,
    help: msg`The page that the hosted pages link to.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`There is no link to a privacy policy.`,
  },
  helpUrl: {
    label: msg`Help`,
    help: msg`The page that the hosted pages link to.`,
    docs: '/openid-provider/branding/#set',
    whenEmpty: msg`There is no link to help.`,
  },
  locale: {
    label: msg`Language`,
    help: msg`The language of emails, SMS, and calls.`,
    docs: '/setup/messages/#language',
    choices: { 'en-US': { name: 'English' }, 'zh-CN': { name: '简体中文' }, 'es-ES': { name: 'Español' } },
  },
  notices: {
    label: msg`Notify users of changes`,
    help: msg`Users get a message about new passkeys, changed contacts, and recoveries of their account.`,
    docs: '/operate/messages/#contents',
  },
  smsCountries: {
    label: msg`Countries for SMS and calls`,
    help: msg`The two-letter codes of countries whose phone numbers can receive SMS and calls.`,
    docs: '/operate/messages/#limits',
    whenEmpty: msg`Phone numbers of all countries can receive them.`,
  },
  emailsPerHour: {
    label: msg`Limit of emails`,
    help: msg`At most this many emails with codes are sent, and as many notices.`,
    docs: '/operate/messages/#limits',
    unit: 'emailsPerHour',
  },
  textsPerHour: {
    label: msg`Limit of SMS and calls`,
    help: msg`At most this many SMS and calls with codes together are sent, and as many notices.`,
    docs: '/operate/messages/#limits',
    unit: 'messagesPerHour',
  },
  passkeyEnrollUrl: {
    label: msg`Page to create a passkey`,
    help: msg`Where a password manager sends a signed-in user to create one.`,
    docs: '/user-scenario/user-profile-management/passkey-endpoints/#steps',
    whenEmpty: msg`Password managers don’t suggest creating a passkey.`,
  },
  passkeyManageUrl: {
    label: msg`Page to manage passkeys`,
    help: msg`Where a password manager sends a user to rename or delete passkeys.`,
    docs: '/user-scenario/user-profile-management/passkey-endpoints/#steps',
    whenEmpty: msg`Password managers don’t link to such a page.`,
  },
  prfUsageUrl: {
    label: msg`Page about encrypted data`,
    help: msg`Explains what users lose when they delete a passkey that encrypts their data. Password managers link to it before they delete one.`,
    docs: '/user-scenario/user-profile-management/passkey-endpoints/#steps',
    whenEmpty: msg`Password managers don’t link to such a page.`,
  },
} as const satisfies PartialTexts
