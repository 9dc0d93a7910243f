import { createInterface } from 'node:readline/promises'
import { Command } from '@commander-js/extra-typings'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { describeOverlap, listOverlaps } from '../core/model/applications/overlaps.ts'
import { changeApplication } from '../core/use-cases/applications/change.ts'
import { createApplication } from '../core/use-cases/applications/create.ts'
import { deleteApplication } from '../core/use-cases/applications/delete.ts'
import { describeChoices, parseChoices } from './choices.ts'
import { type Cli, collect } from './cli.ts'
import { count, labeled, moment, show, table } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'
import type { Terminal } from './terminal.ts'

export const createAppCommands = (cli: Cli) =>
  new Command('app')
    .description('Manage applications and their settings')
    .addCommand(createCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(deleteCommand(cli))

const settingsHelp = () => describeChoices(ApplicationSettings.properties)

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Create an application with its own signing key')
    .argument('<id>', 'lowercase letters, digits, and hyphens; becomes part of addresses')
    .requiredOption('--rp-id <domain>', 'the domain that passkeys are bound to')
    .requiredOption('--origin <origin>', 'an origin whose pages can use the passkeys (repeatable)', collect)
    .option('--name <name>', 'the name that users see')
    .option('--base-url <url>', "the public address of the application's API")
    .option('--set <name=value>', 'a setting (repeatable); lists are separated by commas', collect)
    .addHelpText('after', settingsHelp)
    .action((id, { rpId, origin, ...options }) =>
      cli.run(async (core) => {
        const request = { id, rpId, origins: origin, ...changesIn(options) }
        await showApplication(cli, core, await createApplication(core, request))
      }),
    )

const listCommand = (cli: Cli) =>
  new Command('list').description('List the applications').action(() =>
    cli.run(async (core) => {
      const applications = await core.store.applications.list()
      show(cli.output, applications, () =>
        table(
          ['id', 'name', 'RP ID', 'origins'],
          applications.map(({ id, name, rpId, origins }) => [id, name, rpId, origins.join(' ')]),
        ),
      )
    }),
  )

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show an application with all its settings')
    .argument('<id>', 'the application')
    .action((id) => cli.run(async (core) => showApplication(cli, core, await applicationNamed(core, id))))

const setCommand = (cli: Cli) =>
  new Command('set')
    .description('Change an application; options that you omit do not change')
    .argument('<id>', 'the application')
    .option('--name <name>', 'the name that users see')
    .option('--rp-id <domain>', 'the domain that passkeys are bound to; existing passkeys stay bound to the old one')
    .option('--origin <origin>', 'an origin; replaces the whole list (repeatable)', collect)
    .option('--base-url <url>', "the API's public address; '' for the installation's own address")
    .option('--set <name=value>', 'a setting (repeatable); lists are separated by commas', collect)
    .addHelpText('after', settingsHelp)
    .action((id, options) =>
      cli.run(async (core) => {
        const changes = changesIn(options)
        if (Object.keys(changes).length === 0)
          throw badRequest('Nothing to change: give --name, --rp-id, --origin, --base-url, or --set')
        await showApplication(cli, core, await changeApplication(core, await applicationNamed(core, id), changes))
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete an application with its keys, users, passkeys, and events')
    .argument('<id>', 'the application')
    .option('--yes', "don't ask for confirmation")
    .action((id, { yes }) =>
      cli.run(async (core) => {
        await applicationNamed(core, id)
        if (!yes) await confirmDeletion(cli.terminal, id)
        const isEmpty = await deleteWithProgress(core, id)
        const rest = isEmpty
          ? 'and everything in it was deleted'
          : 'was deleted. The service deletes the rest of its data in the background'
        show(cli.output, { id, deleted: true, dataDeleted: isEmpty }, () => `Application ${id} ${rest}.`)
      }),
    )

/** Returns whether all of its data was deleted: Ctrl+C leaves the rest to the service. */
async function deleteWithProgress(core: Core, id: string): Promise<boolean> {
  const counter = createCounter()
  let deleted = 0
  const onBatch = (rows: number) => {
    deleted += rows
    counter.show(`${count(deleted, 'row')} deleted; Ctrl+C leaves the rest to the service`)
  }
  return withInterrupt((signal) =>
    deleteApplication(core, { id, by: 'command line' }, { isOver: () => signal.aborted, onBatch }),
  ).finally(counter.clear)
}

/** @throws AppError bad_request: not confirmed, or no one can be asked */
async function confirmDeletion({ isInteractive }: Terminal, id: string): Promise<void> {
  if (!isInteractive) throw badRequest(`Confirm that ${id} and everything in it is to be deleted: add --yes`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await lines.question(`This deletes ${id} with all its users and keys. Type its id to confirm: `)
  lines.close()
  if (typed.trim() !== id) throw badRequest(`Nothing was deleted: you typed "${typed.trim()}", not "${id}"`)
}

type ChangeOptions = { name?: string; rpId?: string; origin?: string[]; baseUrl?: string; set?: string[] }

const changesIn = ({ name, rpId, origin, baseUrl, set }: ChangeOptions) => ({
  ...(name !== undefined && { name }),
  ...(rpId !== undefined && { rpId }),
  ...(origin && { origins: origin }),
  ...(baseUrl !== undefined && { baseUrl: baseUrl || undefined }),
  ...(set && { settings: parseChoices(ApplicationSettings.properties, set) as Partial<ApplicationSettings> }),
})

/** @throws AppError not_found, with the applications that exist */
export async function applicationNamed(core: Core, id: string): Promise<Application> {
  const found = await core.applications.findFresh(id)
  if (found) return found
  const ids = (await core.store.applications.list()).map((application) => application.id)
  throw notFound(`There is no application ${id}; there are: ${ids.join(', ') || 'none yet'}`)
}

async function showApplication({ output, config }: Cli, core: Core, application: Application): Promise<void> {
  const { id, name, rpId, origins, settings, createdAt } = application
  const address = createApplicationAddress(application, config().BASE_URL)
  const overlaps = listOverlaps(await core.store.applications.list(), config().BASE_URL)
    .filter((overlap) => overlap.application === id)
    .map((overlap) => ['note', describeOverlap(overlap)] as const)
  show(output, { ...application, address }, () =>
    labeled([
      ...Object.entries({ id, name, 'RP ID': rpId, origins: origins.join(' '), address, created: moment(createdAt) }),
      ...overlaps,
      ...Object.entries(settings).map(([setting, value]) => [`  ${setting}`, inWords(value)] as const),
    ]),
  )
}

const inWords = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value)) || '(none)'
