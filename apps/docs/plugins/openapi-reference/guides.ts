import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReferences } from './references.ts'

/** A guide that an operation belongs to. */
export type Guide = { to: string; label: string }

const firstGeneration = '/backend-integration/first-generation/'
const profiles = '/user-scenario/user-profile-management/'

/** The guide to each group of operations, by API and tag. */
export const groupGuides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  current: {
    reg: '/user-scenario/authentication/sign-up/create-passkey/',
    auth: '/user-scenario/authentication/sign-in/sign-in-passkey/',
    tx: '/user-scenario/authentication/step-up/transaction-confirmation/',
    mfa: '/user-scenario/mfa/startup/',
    passkeys: `${profiles}passkey-management/`,
    profile: profiles,
    mgmt: '/backend-integration/',
    groups: '/backend-integration/groups-and-claims/',
    events: '/analytics/raw-logs/',
    keys: '/backend-integration/verify-token/',
  },
  proxy: {
    reg: '/backend-integration/',
    auth: '/backend-integration/',
    tx: '/backend-integration/',
    passkeys: '/backend-integration/',
  },
  gen1: {
    register: firstGeneration,
    authenticate: firstGeneration,
    credentials: firstGeneration,
    codes: firstGeneration,
    tx: firstGeneration,
    manage: firstGeneration,
    keys: firstGeneration,
  },
  admin: {
    applications: '/setup/applications/',
    users: `${profiles}account-recovery/`,
    groups: '/backend-integration/groups-and-claims/',
    authenticators: '/reference-documentation/fundamentals/attestation/',
    'API keys': '/setup/applications/',
    'client keys': firstGeneration,
    'signing keys': '/reference-documentation/fundamentals/thumbturn-token/',
    events: '/analytics/raw-logs/',
    analytics: '/analytics/dashboard/',
    checks: '/operate/monitoring/',
    log: '/operate/troubleshooting/',
    connectors: '/analytics/connectors/',
    'message templates': '/setup/messages/',
    outbox: '/setup/messages/',
    session: '/operate/members/',
    members: '/operate/members/',
    'single sign-on': '/enterprise-prem-features/sso/setup-sso/',
    'audit log': '/operate/members/',
    invitations: '/operate/members/',
    installation: '/operate/',
    'OpenID clients': '/openid-provider/',
    'protected resources': '/openid-provider/mcp/',
    'protected sites': '/openid-provider/protected-sites/',
  },
  openid: {
    metadata: '/openid-provider/',
    authorization: '/openid-provider/',
    tokens: '/openid-provider/',
    userinfo: '/backend-integration/groups-and-claims/',
    'sign-out': '/openid-provider/',
    registration: '/openid-provider/mcp-clients/',
    'forward-auth': '/openid-provider/protected-sites/',
  },
}

type Page = Guide & { text: string }

/** The address of a page, by its path in the folder of pages. */
export const toRoute = (path: string): string =>
  `/${path.replaceAll('\\', '/').replace(/(?:index)?\.mdx$/, '')}/`.replace(/\/+$/, '/')

function readPages(docs: string): Page[] {
  return globSync('**/*.mdx', { cwd: docs, exclude: ['partials/**', '**/_*.mdx'] }).map((path) => {
    const text = readFileSync(join(docs, path), 'utf8')
    const label = /^title: (.+)$/m.exec(text)?.[1] ?? path
    return { to: /^slug: (.+)$/m.exec(text)?.[1] ?? toRoute(path), label, text }
  })
}

/** Guides first; pages that only list operations don't explain them. */
const isGuide = ({ to }: Page) => !/^\/(?:reference-documentation|migrate|benchmarks|security)\//.test(to)

/** Finds the guides of an operation: the pages that link to it, at most two, otherwise the guide of its group. */
export function createGuideFinder(docs: string): (api: string, operation: { id: string; tag: string }) => Guide[] {
  const pages = readPages(docs)
  return (api, { id, tag }) => {
    const route = apiReferences.find(({ name }) => name === api)!.route
    const linked = pages.filter((page) => isGuide(page) && page.text.includes(`(${route}#${id})`))
    const ofGroup = pages.filter(({ to }) => to === groupGuides[api]?.[tag])
    return (linked.length > 0 ? linked.slice(0, 2) : ofGroup).map(({ to, label }) => ({ to, label }))
  }
}
