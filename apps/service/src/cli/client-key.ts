import { readFileSync } from 'node:fs'
import { Command } from '@commander-js/extra-typings'
import { badRequest } from '../core/errors.ts'
import { addClientKey, revokeClientKey } from '../core/use-cases/clients/keys.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { moment, show, table } from './output.ts'

export const createClientKeyCommands = (cli: Cli) =>
  new Command('client-key')
    .description('Manage the client keys that backends sign service tokens with')
    .addCommand(addCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(revokeCommand(cli))

const addCommand = (cli: Cli) =>
  new Command('add')
    .description('Register a public key; service tokens signed with its private key are accepted immediately')
    .argument('<app>', 'the application')
    .argument('<pem-file>', 'the P-256 public key')
    .option('--name <name>', 'a name for the key', 'unnamed')
    .action((app, file, { name }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const key = await addClientKey(core, application, { name, publicKey: readPem(file), by: 'command line' })
        show(cli.output, key, () => `Client key ${key.id} of application ${application.id}: its tokens are accepted.`)
      }),
    )

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw badRequest(`Can't read ${file}: ${(error as Error).message}`)
  }
}

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List the client keys of an application, including revoked ones')
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const keys = await core.store.clientKeys.list((await applicationNamed(core, app)).id)
        show(cli.output, keys, () =>
          table(
            ['id', 'name', 'added', 'revoked'],
            keys.map(({ id, name, createdAt, revokedAt }) => [id, name, moment(createdAt), moment(revokedAt)]),
          ),
        )
      }),
    )

const revokeCommand = (cli: Cli) =>
  new Command('revoke')
    .description('Revoke a client key; every node immediately rejects its tokens')
    .argument('<app>', 'the application')
    .argument('<key-id>', 'the key ID (see client-key list)')
    .action((app, id) =>
      cli.run(async (core) => {
        await revokeClientKey(core, await applicationNamed(core, app), { id, by: 'command line' })
        show(cli.output, { id, revoked: true }, () => `Client key ${id} no longer works.`)
      }),
    )
