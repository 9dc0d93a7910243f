import { Command } from '@commander-js/extra-typings'
import { type Config, isAddressSet } from '../config.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import type { AddressProblem } from '../core/use-cases/applications/own.ts'
import { createJoinLink, findLinkWarning } from '../core/use-cases/members/join-link.ts'
import type { SsoLink } from '../core/use-cases/members/links.ts'
import { openSetUpLink } from '../core/use-cases/members/set-up-link.ts'
import type { OpenedInstallation } from '../installation.ts'
import { findBuiltPages, nameDashboardInstall } from './built-pages.ts'
import type { Cli } from './cli.ts'
import { layout } from './layout.ts'
import { moment, show } from './output.ts'

/**
 * The address that links of a command begin with. In production, one that is neither set nor known from a start would lead nowhere.
 * @throws AppError bad_request
 */
export function requireBaseUrl({ terminal }: Cli, { config, lastStart }: OpenedInstallation): string {
  const isKnown = lastStart !== undefined || isAddressSet(terminal.env)
  if (isKnown || config.THUMBTURN_MODE === 'development') return config.BASE_URL
  throw badRequest(
    "The link begins with the address of the service, which hasn't started yet: start it, or set BASE_URL to the address that browsers reach it at, such as https://id.example.com",
  )
}

/**
 * A link that a member is to open: `token` is its secret, and `id` that of its invitation. `unlinked`: the links to accounts of
 * providers that a recovery removed.
 */
type JoinLink = { id?: string; token: string; expiresAt: number; unlinked?: readonly SsoLink[] }

/**
 * Creates a link and prints it. If no browser could use it, a warning comes first, before anything is changed.
 * @throws AppError bad_request: `requireBaseUrl`
 */
export async function printLink(cli: Cli, core: OpenedInstallation, create: () => Promise<JoinLink>): Promise<void> {
  const baseUrl = requireBaseUrl(cli, core)
  const warning = explainMissingDashboard() ?? (await findLinkWarning(core, { baseUrl, command: layout.command }))
  if (warning !== undefined && !cli.output.json) cli.terminal.writeError(`Warning: ${warning}\n\n`)
  const { token, unlinked, ...link } = await create()
  const url = createJoinLink(token, baseUrl)
  const removed = unlinked && { unlinked: unlinked.map(({ providerId }) => providerId) }
  show(cli.output, { ...link, ...removed, url, warning }, () =>
    [
      `${url}\n\nIt works once, until ${moment(link.expiresAt)}. Keep it like a password.`,
      ...(unlinked ?? []).map(({ providerName }) => `The link to an account of ${providerName} was removed.`),
    ].join('\n'),
  )
}

const explainMissingDashboard = () =>
  findBuiltPages().lacksDashboard
    ? `The link opens the dashboard, which isn't installed here. To add it, run ${nameDashboardInstall()}, then start the service again.`
    : undefined

export const createSetUpLinkCommand = (cli: Cli) =>
  new Command('setup-link')
    .description('Show the link for the first owner of the installation to join; it works once, within 24 hours')
    .action(() =>
      cli.run((core) =>
        printLink(cli, core, async () => {
          const link = await openSetUpLink(core)
          if (!link) throw badRequest('There is an owner already, who can invite others in the dashboard')
          return link
        }),
      ),
    )

/** The text that a start prints for the first owner. */
export type SetUp = { link: string } | { command: 'setup-link' } | undefined

const shown = 'set-up link shown'

/**
 * The set-up link, as long as there is no owner. In production, only the first start shows it, at an address that browsers can use
 * and with the dashboard that it opens, as logs are kept elsewhere and for long; other starts show the command that prints it.
 */
export async function findSetUp(
  core: Core,
  { BASE_URL, THUMBTURN_MODE }: Config,
  problem: AddressProblem | undefined,
): Promise<SetUp> {
  const link = await openSetUpLink(core)
  if (!link) return undefined
  if (problem || findBuiltPages().lacksDashboard) return { command: 'setup-link' }
  const isFirst = (await core.store.installation.find(shown)) === undefined
  await core.store.installation.add(shown, 'yes')
  const isShown = isFirst || THUMBTURN_MODE === 'development'
  return isShown ? { link: createJoinLink(link.token, BASE_URL) } : { command: 'setup-link' }
}
