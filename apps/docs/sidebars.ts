import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

/** A page, and those that continue it. */
const pages = (label: string, id: string, items: SidebarItems): SidebarItem => ({
  type: 'category',
  label,
  link: { type: 'doc', id },
  items,
})

/** A category whose own page is its `index`. */
const category = (label: string, folder: string, items: SidebarItems) => pages(label, `${folder}/index`, items)

type SidebarItems = Extract<SidebarsConfig[string], unknown[]>
type SidebarItem = SidebarItems[number]

const fundamentals = 'reference-documentation/fundamentals'
const signIn = 'user-scenario/authentication/sign-in'
const signUp = 'user-scenario/authentication/sign-up'

const quickstarts = ['vite-react', 'next', 'vue', 'sveltekit', 'express', 'fastify', 'plain', 'expo', 'android']

// In the order in which a developer needs them: get started, guides, operate, reference, migrate.
const sidebars: SidebarsConfig = {
  docs: [
    {
      type: 'category',
      label: 'Get started',
      link: { type: 'doc', id: 'get-started' },
      items: [
        category(
          'Quickstarts',
          'quickstarts',
          quickstarts.map((name) => `quickstarts/${name}`),
        ),
        'which-flow',
        category('Setup', 'setup', ['setup/thumbturn', 'setup/applications', 'compatibility']),
      ],
    },
    category('Guides', 'user-scenario', [
      category('OpenID Provider', 'openid-provider', [
        'openid-provider/programs',
        'openid-provider/protected-sites',
        'openid-provider/hosted-pages',
        'openid-provider/branding',
        'openid-provider/device',
        'openid-provider/protect-api',
        'openid-provider/mcp',
        'openid-provider/mcp-clients',
        { type: 'ref', id: 'backend-integration/groups-and-claims' },
      ]),
      category('Authentication', 'user-scenario/authentication', [
        category('Sign-up', signUp, [`${signUp}/create-passkey`, `${signUp}/create-passkey-protected`]),
        category('Sign-in', signIn, [
          `${signIn}/sign-in-passkey`,
          `${signIn}/sign-in-passkey-autofill`,
          `${signIn}/sign-in-passkey-immediate`,
          `${signIn}/sign-in-passkey-upgrade`,
          `${signIn}/cross-auth`,
        ]),
        category('Step-up', 'user-scenario/authentication/step-up', [
          'user-scenario/authentication/step-up/transaction-confirmation',
          'backend-integration/transaction-confirmation',
          'user-scenario/authentication/step-up/payment-confirmation',
        ]),
      ]),
      {
        type: 'category',
        label: 'Multi-factor authentication',
        items: ['startup', 'otp-passkey', 'fallback-custom'].map(
          (page): SidebarItem => ({ type: 'ref', id: `user-scenario/mfa/${page}` }),
        ),
      },
      category('User profile management', 'user-scenario/user-profile-management', [
        'user-scenario/user-profile-management/passkey-management',
        'user-scenario/user-profile-management/passkey-endpoints',
        'user-scenario/user-profile-management/passkey-signals',
        'user-scenario/user-profile-management/account-recovery',
      ]),
      'user-scenario/encryption',
      category('Checkout', 'user-scenario/checkout', [
        'user-scenario/checkout/overview',
        'user-scenario/checkout/merchant',
        category('Wallet', 'user-scenario/checkout/wallet', [
          'user-scenario/checkout/wallet/web',
          'user-scenario/checkout/wallet/ios',
        ]),
        { type: 'ref', id: 'ai/mcp/checkout-agent' },
      ]),
      category('Backend integration', 'backend-integration', [
        'backend-integration/verify-token',
        'backend-integration/sessions',
        'backend-integration/generating-authz-tokens',
        'backend-integration/groups-and-claims',
      ]),
      category('Analytics', 'analytics', [
        'analytics/overview',
        'analytics/dashboard',
        'analytics/passkey-adoption-report',
        'analytics/raw-logs',
        category('Connectors', 'analytics/connectors', [
          'analytics/connectors/splunk',
          'enterprise-features/connectors/index',
          'enterprise-features/connectors/splunk',
        ]),
      ]),
    ]),
    category('Operate', 'operate', [
      'operate/install',
      'operate/configuration',
      'operate/proxies',
      'operate/sizing',
      'operate/postgresql',
      'operate/kubernetes',
      category('Members and SSO', 'enterprise-features', [
        'operate/members',
        'enterprise-prem-features/sso/setup-sso',
        category('SCIM', 'enterprise-features/scim', [
          'enterprise-prem-features/scim/overview',
          'enterprise-features/scim/implementation',
        ]),
      ]),
      pages('Email, SMS, and calls', 'operate/messages', ['setup/messages']),
      'operate/signing-keys',
      'operate/master-key',
      'operate/backup',
      'operate/personal-data',
      'operate/upgrade',
      'operate/monitoring',
      'operate/rate-limits',
      'operate/hardening',
      'security',
      'benchmarks',
    ]),
    category('Reference', 'reference-documentation', [
      category('Fundamentals', fundamentals, [
        `${fundamentals}/rpid`,
        `${fundamentals}/thumbturn-token`,
        `${fundamentals}/codes`,
        `${fundamentals}/mfa-flows`,
        `${fundamentals}/discovery`,
        `${fundamentals}/sealed-sessions`,
        `${fundamentals}/attestation`,
        `${fundamentals}/post-quantum`,
        `${fundamentals}/extensions`,
      ]),
      category('Web', 'reference-documentation/web', [
        'reference-documentation/web/web-sdk',
        'reference-documentation/web/wallet-sdk',
        'reference-documentation/web/merchant-tools',
      ]),
      'reference-documentation/node-sdk',
      'reference-documentation/python-sdk',
      'reference-documentation/go-sdk',
      'reference-documentation/java-sdk',
      'reference-documentation/openid',
      category('Mobile', 'reference-documentation/mobile', [
        'reference-documentation/mobile/android',
        'reference-documentation/mobile/ios',
        'reference-documentation/mobile/wallet-ios',
      ]),
      { type: 'link', label: 'API references', href: '/next/api/' },
      category('Event registry', 'reference-documentation/event-registry', [
        'reference-documentation/event-registry/authentication-registry',
      ]),
      'reference-documentation/errors',
      'reference-documentation/glossary',
    ]),
    category('Migrate', 'migrate', [
      'migrate/format',
      'migrate/passwordless-dev',
      'migrate/hanko',
      'migrate/auth0',
      'migrate/own-webauthn',
      pages('The first generation', 'migrate/first-generation', ['backend-integration/first-generation']),
    ]),
    pages('Troubleshoot', 'troubleshoot', ['operate/troubleshooting']),
    'changelog',
  ],
}

export default sidebars
