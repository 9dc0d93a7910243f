import { Command, Option } from '@commander-js/extra-typings'
import { signingAlgorithms } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import type { KeyTimes } from '../core/model/applications/key-schedule.ts'
import { listSigningKeys, retireSigningKey, rotateSigningKey } from '../core/use-cases/applications/signing-keys.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { moment, show, table } from './output.ts'

const by = 'command line'

export const createSigningKeyCommands = (cli: Cli) =>
  new Command('signing-key')
    .description('Manage the signing keys of an application')
    .addCommand(rotateCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(retireCommand(cli))

const rotateCommand = (cli: Cli) =>
  new Command('rotate')
    .description(
      'Publish the next signing key; it signs from seven minutes later, and tokens of the old one stay valid',
    )
    .argument('<app>', 'the application')
    .addOption(
      new Option('--alg <algorithm>', 'the algorithm of the key').choices(signingAlgorithms).default('ES256' as const),
    )
    .action((app, { alg }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const key = await rotateSigningKey(core, application, { alg, by })
        show(cli.output, key, () =>
          [
            `Signing key ${key.kid} of application ${application.id} is published.`,
            `It signs from ${moment(key.signsAt)}, when every verifier has fetched the keys again.`,
            'The previous key is retired when its last token has expired (see signing-key list).',
          ].join('\n'),
        )
      }),
    )

const listCommand = (cli: Cli) =>
  new Command('list')
    .description("List an application's signing keys, including keys that were retired within the last month")
    .argument('<app>', 'the application')
    .action((app) =>
      cli.run(async (core) => {
        const keys = await listSigningKeys(core, await applicationNamed(core, app))
        show(cli.output, keys, () => formatKeys(keys))
      }),
    )

/** A table for each algorithm: with its name as a column, the rows would be too wide. */
const formatKeys = (keys: readonly KeyTimes[]) =>
  signingAlgorithms
    .map((alg) => ({ alg, rows: keys.filter((key) => key.alg === alg).map(toRow) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ alg, rows }) => `${alg}\n\n${table(['kid', 'state', 'created', 'changes'], rows)}`)
    .join('\n\n')

const toRow = ({ kid, state, createdAt, signsAt, retiresAt, retiredAt }: KeyTimes) => {
  const later = { 'signs from': signsAt, retires: retiresAt, retired: retiredAt }
  const changes = Object.entries(later).filter(([, at]) => at !== undefined)
  return [kid, state, moment(createdAt), changes.map(([what, at]) => `${what} ${moment(at)}`).join(', ')]
}

const retireCommand = (cli: Cli) =>
  new Command('retire')
    .description('Retire a signing key immediately, for example if the private key might have leaked')
    .argument('<app>', 'the application')
    .argument('<kid>', 'the key (see signing-key list)')
    .action((app, kid) =>
      cli.run(async (core) => {
        await retireSigningKey(core, await applicationNamed(core, app), { kid, by })
        show(cli.output, { kid, retired: true }, () =>
          [
            `Signing key ${kid} no longer works: its tokens are rejected within a second.`,
            'Backends that verify tokens with the JWKS reject them once they fetch it again, after five minutes at most.',
          ].join('\n'),
        )
      }),
    )
