import type { Config } from '../config.ts'
import { isLocal } from '../core/model/applications/domains.ts'
import { type BuiltPages, writeDashboardInstall } from './built-pages.ts'
import { layout } from './layout.ts'
import type { SetUp } from './set-up-link.ts'

/** The state of the installation at the start: it created the demo, there is an application, or there is none. */
export type InstallationState = 'newDemo' | 'applications' | 'nothing'

type Start = {
  found: InstallationState
  pages: BuiltPages
  setUp?: SetUp
  metricsAddress?: string | undefined
}

/** The text that the service prints on a terminal once it listens. It names only what is there. */
export function createGreeting(config: Config, { found, pages, setUp, metricsAddress }: Start): string {
  const metrics = metricsAddress === undefined ? [] : [`Metrics   ${metricsAddress}`]
  const addresses = [...listAddresses(config, pages), ...metrics]
  const steps = [...explainSetUp(setUp, pages), ...explainFirstStep(config, found)]
  const lines = [...createHeadline(found), '', ...addresses, ...steps]
  return ['', ...lines, '', `Stop with Ctrl+C. Everything else: ${layout.command} help`, '', ''].map(indent).join('\n')
}

const indent = (line: string) => (line === '' ? '' : `  ${line}`)

const createHeadline = (found: InstallationState) =>
  found === 'newDemo'
    ? ['Thumbturn is ready. This was its first run: it created the application "demo".']
    : ['Thumbturn is ready.']

function listAddresses(config: Config, { hasSite, hasDashboard, hasDemo }: BuiltPages): string[] {
  const { BASE_URL, DATA_DIR, DATABASE_URL, THUMBTURN_MODE, SMTP_URL } = config
  const isDevelopment = THUMBTURN_MODE === 'development'
  const hasDemoApplication = isDevelopment && isLocal(new URL(BASE_URL).hostname)
  const database = DATABASE_URL.startsWith('sqlite:') ? DATABASE_URL : 'PostgreSQL'
  return [
    ...(hasSite ? [`Docs      ${BASE_URL}/`] : []),
    ...(hasDashboard ? [`Dashboard ${BASE_URL}/dashboard`] : []),
    ...(hasDemoApplication && hasDemo ? [`Demo      ${BASE_URL}/demo/`] : []),
    hasDemoApplication ? `API       ${BASE_URL}/apps/demo/fido2/v2` : `API       ${BASE_URL}`,
    `Data      ${DATA_DIR} (${database})`,
    ...(isDevelopment && SMTP_URL === undefined ? [`Mail      ${layout.command} outbox list demo`] : []),
  ]
}

function explainSetUp(setUp: SetUp, { lacksDashboard }: BuiltPages): string[] {
  const owner = 'The installation has no owner yet.'
  if (lacksDashboard) return explainDashboard(setUp === undefined ? [] : [owner])
  if (setUp === undefined) return []
  const line = 'link' in setUp ? setUp.link : `${layout.command} ${setUp.command}`
  return ['', `${owner} To become the owner, create a passkey with this link:`, `  ${line}`]
}

const explainDashboard = (before: readonly string[]) => [
  '',
  [...before, "The dashboard isn't installed. To add it, run this, then start Thumbturn again:"].join(' '),
  ...writeDashboardInstall()
    .split('\n')
    .map((line) => `  ${line}`),
]

function explainFirstStep(config: Config, found: InstallationState): string[] {
  if (found !== 'nothing') return []
  return [
    '',
    'There is no application yet. Create one, with the domain of your own pages:',
    `  ${createFirstCommand(config)}`,
  ]
}

/** The command that creates the first application: on this machine, for its pages; otherwise, for a domain to replace. */
export function createFirstCommand({ BASE_URL }: Config): string {
  const { hostname, origin } = new URL(BASE_URL)
  const [domain, page] = isLocal(hostname) ? [hostname, origin] : ['example.com', 'https://example.com']
  return `${layout.command} app create my-app --name "My app" --rp-id ${domain} --origin ${page}`
}
