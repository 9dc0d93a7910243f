/** A page that the chooser leads to, and the call that it is about. */
export type FlowPage = { to: string; title: string; call?: string }

const page = (to: string, title: string, call?: string): FlowPage => ({ to, title, ...(call && { call }) })

const signUp = '/user-scenario/authentication/sign-up'
const signIn = '/user-scenario/authentication/sign-in'
const checkout = '/user-scenario/checkout'

/** Where the answers lead, in the order of building. */
export const flowPages = {
  application: page('/setup/thumbturn/', 'Create an application'),
  migrate: page('/migrate/', 'Migrate to Thumbturn'),
  createPasskey: page(`${signUp}/create-passkey/`, 'Create a passkey', 'createPasskey(username)'),
  protectedSignUp: page(
    `${signUp}/create-passkey-protected/`,
    'Protected sign-up',
    'createPasskey(username, { token })',
  ),
  upgrade: page(`${signIn}/sign-in-passkey-upgrade/`, 'Upgrade to a passkey', 'createPasskey(username, { token })'),
  autofill: page(`${signIn}/sign-in-passkey-autofill/`, 'Sign in from autofill', 'authenticateWithPasskeyAutofill()'),
  signIn: page(`${signIn}/sign-in-passkey/`, 'Sign in with a passkey', 'authenticateWithPasskey()'),
  crossAuth: page(`${signIn}/cross-auth/`, 'Cross-device sign-in', 'requestAndSendOtp(username, { method })'),
  factors: page('/user-scenario/mfa/startup/', 'Multi-factor flow', 'beginFlow({ username })'),
  codeAndPasskey: page('/user-scenario/mfa/otp-passkey/', 'A code, then a passkey', "performAction('otp:verify')"),
  ownFactor: page('/user-scenario/mfa/fallback-custom/', 'Your own factor', "performAction('external')"),
  transaction: page(
    '/user-scenario/authentication/step-up/transaction-confirmation/',
    'Transaction confirmation',
    'confirmTransaction(username, { txPayload })',
  ),
  checkout: page(`${checkout}/overview/`, 'Checkout overview'),
  wallet: page(`${checkout}/wallet/web/`, 'Wallet on the web'),
  merchant: page(`${checkout}/merchant/`, 'Merchant'),
  agent: page('/ai/mcp/checkout-agent/', 'Checkout agent'),
  management: page(
    '/user-scenario/user-profile-management/passkey-management/',
    'Passkey management',
    'listPasskeys()',
  ),
  recovery: page('/user-scenario/user-profile-management/account-recovery/', 'Account recovery'),
  grants: page('/backend-integration/generating-authz-tokens/', 'Generate tokens', 'POST /mgmt/grant'),
  verify: page('/backend-integration/verify-token/', 'Verify tokens', 'POST /mgmt/token/verify'),
  verifyTransaction: page('/backend-integration/transaction-confirmation/', 'Check what was signed'),
  webSdk: page('/reference-documentation/web/web-sdk/', 'Web SDK', '@thumbturn/web'),
  ios: page('/reference-documentation/mobile/ios/', 'iOS'),
  android: page('/reference-documentation/mobile/android/', 'Android'),
  proxy: page('/backend-integration/#proxy', 'Between browser and service', '/fido2/v2/proxy'),
} as const satisfies Record<string, FlowPage>

export type PageName = keyof typeof flowPages
