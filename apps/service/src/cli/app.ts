import { Command } from '@commander-js/extra-typings'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Core } from '../core/core.ts'
import { badRequest, notFound } from '../core/errors.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import { type Application, listFields } from '../core/model/applications/application.ts'
import { describeOverlap, listOverlaps } from '../core/model/applications/overlaps.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { changeApplication } from '../core/use-cases/applications/change.ts'
import { createApplication } from '../core/use-cases/applications/create.ts'
import { deleteApplication } from '../core/use-cases/applications/delete.ts'
import { compareValues } from '../core/use-cases/audit/audit.ts'
import { askOnTerminal } from './ask.ts'
import { describeChoices, parseChoices } from './choices.ts'
import { type Cli, collect } from './cli.ts'
import { layout } from './layout.ts'
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
      show(cli.output, applications, () => describeList(applications))
    }),
  )

function describeList(applications: readonly Application[]): string {
  const rows = applications.map(({ id, name, rpId, origins }) => [id, name, rpId, origins.join(' ')])
  const note = applications.some(isOtherThanOwn)
    ? `${ownApplicationId} is the installation's own application, where its members sign in.`
    : `There is no other application yet. To create one: ${layout.command} app create`
  return `${table(['id', 'name', 'RP ID', 'origins'], rows)}\n\n${note}`
}

const isOtherThanOwn = ({ id }: Application) => id !== ownApplicationId

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
    .option('--add-origin <origin>', 'an origin to add (repeatable)', collect)
    .option('--remove-origin <origin>', 'an origin to remove (repeatable)', collect)
    .option('--origin <origin>', 'an origin; replaces the whole list (repeatable)', collect)
    .option('--base-url <url>', "the API's public address; '' for the installation's own address")
    .option('--set <name=value>', 'a setting (repeatable); lists are separated by commas', collect)
    .addHelpText('after', settingsHelp)
    .action((id, options) =>
      cli.run(async (core) => {
        if (Object.keys(options).length === 0)
          throw badRequest('Nothing to change: give --name, --rp-id, --add-origin, --base-url, or --set')
        const before = await applicationNamed(core, id)
        const changes = { ...changesIn(options), ...findOrigins(before, options) }
        await showChange(cli, core, { before, after: await changeApplication(core, before, changes) })
      }),
    )

/** The whole list, if options change it. @throws AppError bad_request: one list can't be both replaced and changed */
function findOrigins({ id, origins }: Application, { origin, addOrigin = [], removeOrigin = [] }: ChangeOptions) {
  if (addOrigin.length + removeOrigin.length === 0) return {}
  if (origin) throw badRequest('--origin replaces the whole list: use it without --add-origin and --remove-origin')
  const missing = removeOrigin.find((one) => !origins.includes(one))
  if (missing !== undefined) throw badRequest(`${id} has no origin ${missing}. It has: ${origins.join(' ')}`)
  return { origins: [...new Set([...origins, ...addOrigin])].filter((one) => !removeOrigin.includes(one)) }
}

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
  const typed = await askOnTerminal(`This deletes ${id} with all its users and keys. Type its ID to confirm: `)
  if (typed === undefined) throw badRequest('Nothing was deleted.')
  if (typed.trim() !== id) throw badRequest(`Nothing was deleted: you typed "${typed.trim()}", not "${id}"`)
}

type ChangeOptions = { name?: string; rpId?: string; baseUrl?: string; set?: string[] } & {
  origin?: string[]
  addOrigin?: string[]
  removeOrigin?: string[]
}

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
  const ids = (await core.store.applications.list()).filter(isOtherThanOwn).map((application) => application.id)
  const others = ids.length === 0 ? `Create one: ${layout.command} app create` : `There are: ${ids.join(', ')}`
  throw notFound(`There is no application ${id}. ${others}`)
}

async function showApplication({ output }: Cli, core: Core, application: Application): Promise<void> {
  const { id, name, rpId, origins, settings, createdAt } = application
  const address = createApplicationAddress(application, core.baseUrl)
  const overlaps = await listOverlapNotes(core, application)
  show(output, { ...application, address }, () =>
    labeled([
      ...Object.entries({ id, name, 'RP ID': rpId, origins: origins.join(' '), address, created: moment(createdAt) }),
      ...overlaps.map((note) => ['note', note] as const),
      ...Object.entries(settings).map(([setting, value]) => [`  ${setting}`, inWords(value)] as const),
    ]),
  )
}

const listOverlapNotes = async ({ store, baseUrl }: Core, { id }: Application) =>
  listOverlaps(await store.applications.list(), baseUrl)
    .filter(({ application }) => application === id)
    .map((overlap) => describeOverlap(overlap))

type Change = { before: Application; after: Application }

/** In JSON, the whole application, as `app show` prints it. */
async function showChange({ output }: Cli, core: Core, { before, after }: Change): Promise<void> {
  const { id } = after
  const address = createApplicationAddress(after, core.baseUrl)
  const rows = listChangedRows({ before, after })
  const notes = await listOverlapNotes(core, after)
  show(output, { ...after, address }, () =>
    rows.length === 0
      ? `Nothing changed: application ${id} has these values already.`
      : [
          `Application ${id} was changed:`,
          '',
          table(['', 'before', 'after'], rows),
          ...notes.map((note) => `\nNote: ${note}`),
        ].join('\n'),
  )
}

function listChangedRows({ before, after }: Change): string[][] {
  const values = compareValues(listFields(before), listFields(after))
  return Object.keys(values.after).map((field) => [
    fieldNames[field] ?? field.replace('settings.', ''),
    inWords(values.before[field]),
    inWords(values.after[field]),
  ])
}

const fieldNames: Readonly<Record<string, string>> = { rpId: 'RP ID', baseUrl: 'base URL' }

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)'
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '(none)'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
