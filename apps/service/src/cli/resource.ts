import { Command } from '@commander-js/extra-typings'
import {
  ResourcePatch,
  ResourceRequest,
  type ResourceScope,
} from '@thumbturn/contract/vocabulary/protected-resources.ts'
import { badRequest } from '../core/errors.ts'
import type { ProtectedResource } from '../core/model/authorization/protected-resource.ts'
import {
  changeResource,
  createResource,
  deleteResource,
  findResource,
} from '../core/use-cases/protected-resources/manage.ts'
import { applicationNamed } from './app.ts'
import { type Cli, collect } from './cli.ts'
import { layout } from './layout.ts'
import { escapeControls, labeled, moment, show, table } from './output.ts'
import { requireShape } from './shape.ts'

export const createResourceCommands = (cli: Cli) =>
  new Command('resource')
    .description('Manage the APIs that programs get access tokens for, such as MCP servers')
    .addCommand(createCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(deleteCommand(cli))

const uriHelp = 'the URI of the API (see resource list)'
const scopeHelp = "a permission and what it means, such as files:read='Read your files' (repeatable)"

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Create a protected resource')
    .argument('<app>', 'the application whose users allow access')
    .argument('<uri>', 'the URI of the API, such as https://mcp.example.com/files')
    .requiredOption('--name <name>', 'the name of the API, which users see')
    .option('--scope <name=description>', scopeHelp, collect)
    .option('--group <name>', 'a group whose members can allow access; everyone by default (repeatable)', collect)
    .action((app, uri, options) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const request = { uri, ...changesIn(options) }
        requireShape(request, ResourceRequest, 'The resource is invalid')
        const resource = await createResource(core, application, request as ResourceRequest)
        show(cli.output, resource, () => [describe(resource), '', ...explainNext(application.id, resource)].join('\n'))
      }),
    )

/** The command is on one line, so that it can be copied. */
const explainNext = (app: string, { uri, name }: ProtectedResource) => [
  `Programs can ask for access to ${escapeControls(name)} once their client lists it. For example:`,
  `${layout.command} client set ${app} <client> --set resources=${uri}`,
]

type ChangeOptions = { name?: string; scope?: string[]; group?: string[] }

const changesIn = ({ name, scope, group }: ChangeOptions): ResourcePatch => ({
  ...(name !== undefined && { name }),
  ...(scope && { scopes: withoutEmpty(scope).map(parseScope) }),
  ...(group && { allowedGroups: withoutEmpty(group) }),
})

/** An option with an empty value alone empties a list. */
const withoutEmpty = (given: readonly string[]) => given.filter((text) => text !== '')

/** @throws AppError bad_request: it has no description */
function parseScope(text: string): ResourceScope {
  const [name = '', description = ''] = text.split(/=(.*)/s)
  if (name !== '' && description !== '') return { name, description }
  throw badRequest(`--scope ${text} lacks a description, which users read: write ${scopeExample}`)
}

const scopeExample = "--scope files:read='Read your files'"

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List the protected resources of an application')
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const resources = await core.store.protectedResources.list((await applicationNamed(core, app)).id)
        show(cli.output, resources, () =>
          table(
            ['URI', 'name', 'scopes', 'groups'],
            resources.map(({ uri, name, scopes, allowedGroups }) => [
              uri,
              name,
              scopes.map((scope) => scope.name).join(' '),
              allowedGroups.join(', ') || 'everyone',
            ]),
          ),
        )
      }),
    )

const showCommand = (cli: Cli) =>
  new Command('show')
    .description('Show a protected resource with its scopes')
    .argument('<app>', 'the application')
    .argument('<uri>', uriHelp)
    .action((app, uri) =>
      cli.run(async (core) => showResource(cli, await findResource(core, (await applicationNamed(core, app)).id, uri))),
    )

const showResource = (cli: Cli, resource: ProtectedResource) => show(cli.output, resource, () => describe(resource))

const describe = ({ uri, name, scopes, allowedGroups, createdAt, updatedAt }: ProtectedResource) =>
  labeled([
    ['URI', uri],
    ['name', name],
    ...scopes.map((scope) => [`scope ${scope.name}`, scope.description] as const),
    ['groups', allowedGroups.join(', ') || 'everyone'],
    ['created', moment(createdAt)],
    ['changed', moment(updatedAt)],
  ])

const setCommand = (cli: Cli) =>
  new Command('set')
    .description('Change a protected resource; options that you omit do not change')
    .argument('<app>', 'the application')
    .argument('<uri>', uriHelp)
    .option('--name <name>', 'the name of the API, which users see')
    .option('--scope <name=description>', `${scopeHelp}; replaces the whole list; '' for none`, collect)
    .option('--group <name>', "a group; replaces the whole list; '' for everyone (repeatable)", collect)
    .action((app, uri, options) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const patch = changesIn(options)
        if (Object.keys(patch).length === 0) throw badRequest('Nothing to change: give --name, --scope, or --group')
        requireShape(patch, ResourcePatch, 'The change is invalid')
        showResource(cli, await changeResource(core, application, { ...patch, uri }))
      }),
    )

const deleteCommand = (cli: Cli) =>
  new Command('delete')
    .description('Delete a protected resource, also from the clients that list it; its refresh tokens stop working')
    .argument('<app>', 'the application')
    .argument('<uri>', uriHelp)
    .requiredOption('--yes', 'confirm that the resource is to be deleted')
    .action((app, uri) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const { name, uri: registered } = await findResource(core, application.id, uri)
        await deleteResource(core, application, registered)
        show(cli.output, { uri: registered, deleted: true }, () => `Resource ${escapeControls(name)} was deleted.`)
      }),
    )
