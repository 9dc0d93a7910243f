import { Command } from '@commander-js/extra-typings'
import { type Config, isAddressSet } from '../config.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { openSetUpLink } from '../core/model/members/set-up-link.ts'
import type { Cli } from './cli.ts'
import { moment, show } from './output.ts'

/** The address of a link to join; the token follows the #, which no server and no log receives. */
export const createJoinLink = (token: string, baseUrl: string) => `${baseUrl}/dashboard/join#${token}`

/**
 * The address that links of a command begin with. In production, a guessed one would lead nowhere.
 * @throws AppError bad_request
 */
export function requireBaseUrl({ config, terminal }: Cli): string {
  const { BASE_URL, THUMBTURN_MODE } = config()
  if (THUMBTURN_MODE === 'development' || isAddressSet(terminal.env)) return BASE_URL
  throw badRequest(
    'BASE_URL must be set in production, because the link begins with it: the address that browsers reach the service at, such as https://id.example.com',
  )
}

export const createSetUpLinkCommand = (cli: Cli) =>
  new Command('setup-link')
    .description('Show the link for the first owner of the installation to join; it works once, within 24 hours')
    .action(() =>
      cli.run(async (core) => {
        const baseUrl = requireBaseUrl(cli)
        const link = await openSetUpLink(core)
        if (!link) throw badRequest('There is an owner already, who can invite others in the dashboard')
        const url = createJoinLink(link.token, baseUrl)
        const expiresAt = link.expiresAt
        show(
          cli.output,
          { url, expiresAt },
          () => `${url}\n\nIt works once, until ${moment(expiresAt)}. Keep it like a password.`,
        )
      }),
    )

/** What a start prints for the first owner. */
export type SetUp = { link: string } | { command: 'setup-link' } | undefined

const shown = 'set-up link shown'

/**
 * The set-up link, as long as there is no owner. In production, only the first start shows it, as logs are kept elsewhere
 * and for long; later starts show the command that prints it.
 */
export async function findSetUp(core: Core, { BASE_URL, THUMBTURN_MODE }: Config): Promise<SetUp> {
  const link = await openSetUpLink(core)
  if (!link) return undefined
  const isFirst = (await core.store.installation.find(shown)) === undefined
  await core.store.installation.add(shown, 'yes')
  const isShown = isFirst || THUMBTURN_MODE === 'development'
  return isShown ? { link: createJoinLink(link.token, BASE_URL) } : { command: 'setup-link' }
}
