import { Command } from '@commander-js/extra-typings'
import type { ApiKey } from '../core/model/applications/api-key.ts'
import { createApiKey, listAllowedScopes, revokeApiKey } from '../core/model/applications/keys.ts'
import { applicationNamed } from './app.ts'
import { type Cli, collect } from './cli.ts'
import { moment, show, table, wrapIndented } from './output.ts'

export const createKeyCommands = (cli: Cli) =>
  new Command('key')
    .description('Manage the API keys of backends')
    .addCommand(createCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(revokeCommand(cli))

const createCommand = (cli: Cli) =>
  new Command('create')
    .description('Create an API key; it is shown only once')
    .argument('<app>', 'the application; thumbturn for a key that administers the installation')
    .option('--name <name>', 'what you call the key', 'unnamed')
    .option('--scope <scope>', 'a scope (repeatable, or separated by commas); all scopes by default', collect)
    .action((app, { name, scope }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const scopes = scope?.flatMap((given) => given.split(',')) ?? listAllowedScopes(application)
        const { key, text } = await createApiKey(core, application, { name, scopes })
        show(cli.output, { ...withoutHash(key), key: text }, () =>
          [
            text,
            '',
            wrapIndented(`API key ${key.id} of application ${application.id}: ${key.scopes.join(' ')}`, '  '),
            "It isn't shown again. Keep it like a password.",
          ].join('\n'),
        )
      }),
    )

const withoutHash = ({ secretHash: _, ...key }: ApiKey) => key

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List the API keys of an application, without their secrets')
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const keys = (await core.store.apiKeys.list(application.id)).map(withoutHash)
        show(cli.output, keys, () => table(['id', 'name', 'created', 'revoked', 'scopes'], keys.map(toRow)))
      }),
    )

const toRow = ({ id, name, createdAt, revokedAt, scopes }: Omit<ApiKey, 'secretHash'>) => [
  id,
  name,
  moment(createdAt),
  moment(revokedAt),
  scopes.join(' '),
]

const revokeCommand = (cli: Cli) =>
  new Command('revoke')
    .description('Revoke an API key; it stops working at once on every node')
    .argument('<app>', 'the application')
    .argument('<key-id>', 'the id of the key (see key list)')
    .action((app, id) =>
      cli.run(async (core) => {
        await revokeApiKey(core, await applicationNamed(core, app), id)
        show(cli.output, { id, revoked: true }, () => `API key ${id} no longer works.`)
      }),
    )
