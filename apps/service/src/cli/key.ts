import { Command } from '@commander-js/extra-typings'
import type { ApiKey } from '../core/model/applications/api-key.ts'
import { createApiKey, listUsualScopes, revokeApiKey } from '../core/use-cases/applications/keys.ts'
import { applicationNamed } from './app.ts'
import { type Cli, collect } from './cli.ts'
import { expiryHelp, parseExpiry } from './expiry.ts'
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
    .argument('<app>', 'the application; thumbturn for an installation key')
    .option('--name <name>', 'a name for the key', 'unnamed')
    .option(
      '--scope <scope>',
      'a scope (repeatable, or separated by commas); by default all scopes, for thumbturn admin',
      collect,
    )
    .option('--expires <time>', `when the key stops working: ${expiryHelp}`)
    .option('--env', 'print only a line for an .env file: THUMBTURN_API_KEY=…')
    .action((app, { name, scope, expires, env }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const scopes = scope?.flatMap((given) => given.split(',')) ?? listUsualScopes(application)
        const { key, text } = await createApiKey(core, application, {
          name,
          scopes,
          expiresAt: parseExpiry(core, expires),
        })
        show(cli.output, { ...withoutHash(key), key: text }, () =>
          env ? `THUMBTURN_API_KEY=${text}` : describeKey(key, text),
        )
      }),
    )

const describeKey = ({ id, appId, scopes, expiresAt }: ApiKey, text: string) =>
  [
    text,
    '',
    wrapIndented(`API key ${id} of application ${appId}: ${scopes.join(' ')}`, '  '),
    ...(expiresAt === undefined ? [] : [`It expires at ${moment(expiresAt)}.`]),
    "It isn't shown again. Keep it like a password.",
  ].join('\n')

const withoutHash = ({ secretHash, ...key }: ApiKey) => key

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's API keys, without their secrets")
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const keys = (await core.store.apiKeys.list(application.id)).map(withoutHash)
        show(cli.output, keys, () =>
          table(
            ['id', 'name', 'created', 'used', 'state', 'scopes'],
            keys.map((key) => toRow(key, core.now())),
          ),
        )
      }),
    )

type ListedKey = Omit<ApiKey, 'secretHash'>

const toRow = (key: ListedKey, now: number) => [
  key.id,
  key.name,
  day(key.createdAt),
  day(key.lastUsedAt),
  describeState(key, now),
  key.scopes.join(' '),
]

function describeState({ expiresAt, revokedAt }: ListedKey, now: number): string {
  if (revokedAt !== undefined) return `revoked ${day(revokedAt)}`
  if (expiresAt === undefined) return 'in use'
  return `${expiresAt <= now ? 'expired' : 'expires'} ${day(expiresAt)}`
}

const day = (at: number | undefined) => moment(at).slice(0, 10)

const revokeCommand = (cli: Cli) =>
  new Command('revoke')
    .description('Revoke an API key; it immediately stops working on every node')
    .argument('<app>', 'the application')
    .argument('<key-id>', 'the key ID (see key list)')
    .action((app, id) =>
      cli.run(async (core) => {
        await revokeApiKey(core, await applicationNamed(core, app), id)
        show(cli.output, { id, revoked: true }, () => `API key ${id} no longer works.`)
      }),
    )
