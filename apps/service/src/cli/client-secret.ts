import { Command } from '@commander-js/extra-typings'
import type { Client } from '../core/model/authorization/client.ts'
import { addClientSecret, retireClientSecret } from '../core/use-cases/openid-clients/secrets.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { expiryHelp, parseExpiry } from './expiry.ts'
import { moment, show } from './output.ts'

/** The argument that names a client. */
export const clientHelp = 'the client ID (see client list)'

/** A client as it is shown: even the hashes of its secrets are of no use to anyone. */
export const withoutHashes = (client: Client) => ({
  ...client,
  secrets: client.secrets.map(({ hash: _hash, ...secret }) => secret),
})

export const createAddSecretCommand = (cli: Cli) =>
  new Command('add-secret')
    .description('Add a second secret, which works together with the first one; it is shown only once')
    .argument('<app>', 'the application')
    .argument('<client>', clientHelp)
    .option('--expires <time>', `when the secret stops working: ${expiryHelp}`)
    .action((app, id, { expires }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const { secret, text } = await addClientSecret(core, application, { id, expiresAt: parseExpiry(core, expires) })
        const { hash: _hash, ...shown } = secret
        show(cli.output, { ...shown, secret: text }, () =>
          [
            text,
            '',
            `Secret ${secret.id} of client ${id} works now.`,
            ...(secret.expiresAt === undefined ? [] : [`It expires at ${moment(secret.expiresAt)}.`]),
            "It isn't shown again. Give it to the program, then retire the old one with retire-secret.",
          ].join('\n'),
        )
      }),
    )

export const createRetireSecretCommand = (cli: Cli) =>
  new Command('retire-secret')
    .description('Retire a secret; every node immediately rejects it')
    .argument('<app>', 'the application')
    .argument('<client>', clientHelp)
    .argument('<secret-id>', 'the ID of the secret (see client show)')
    .action((app, id, secretId) =>
      cli.run(async (core) => {
        await retireClientSecret(core, await applicationNamed(core, app), { id, secretId })
        show(cli.output, { id, secretId, retired: true }, () => `Secret ${secretId} no longer works.`)
      }),
    )
