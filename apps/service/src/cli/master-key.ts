import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import {
  cancelRotation,
  finishRotation,
  type ListedKey,
  listMasterKeys,
  type Rotation,
  rotateMasterKey,
} from '../maintenance/master-key.ts'
import type { Cli } from './cli.ts'
import { layout } from './layout.ts'
import { show, table } from './output.ts'

export const createMasterKeyCommands = (cli: Cli) =>
  new Command('master-key')
    .description('Replace the master key of the installation, while the service is running')
    .addCommand(rotateCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(finishCommand(cli))
    .addCommand(cancelCommand(cli))

const rotateCommand = (cli: Cli) =>
  new Command('rotate')
    .description('Let a new master key open the database, too; without options, a random one in the data folder')
    .option(
      '--key-file <file>',
      'a file with the new key, for an installation that gets its key elsewhere; - for standard input',
    )
    .option('--encrypted <text>', 'the new key as the key service encrypted it')
    .action((source) =>
      cli.run(async (core) => {
        const rotation = await rotateMasterKey(core, cli.config(), source)
        show(cli.output, rotation, () => describe(rotation, resolve(cli.config().DATA_DIR)))
      }),
    )

function describe({ id, previousId, isInPlace, isFirst }: Rotation, folder: string): string {
  const next = isInPlace
    ? [
        `It is in ${folder}/master.key, and the previous one is in master.key.previous.`,
        'Copy it to its second place, and to the data folder of every other node.',
      ]
    : ['Give it to every node, and restart the nodes one after the other.']
  return [
    `Master key ${id} opens the database, and so does ${previousId}.`,
    ...next,
    `Then run \`${layout.command} master-key finish\` with the new key.`,
    ...(isFirst ? [firstKeyWarning] : []),
  ].join('\n')
}

const firstKeyWarning =
  'An early build created this installation: its keys are derived from the first master key. Keep that one secret also after the rotation.'

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List the master keys that open the database: one, or two during a rotation')
    .action(() =>
      cli.run(async (core) => {
        const keys = await listMasterKeys(core, cli.config())
        show(cli.output, keys, () => table(['id', 'state'], keys.map(toRow)))
      }),
    )

const toRow = ({ id, isConfigured }: ListedKey, at: number, { length }: readonly ListedKey[]) => {
  const state = length === 1 ? 'in use' : at === 0 ? 'previous' : 'new'
  return [id, isConfigured ? `${state}, configured here` : state]
}

const finishCommand = (cli: Cli) =>
  new Command('finish')
    .description('Make the new master key the only one; run it with the new key, once every node has it')
    .action(() =>
      cli.run(async (core) => {
        const { id } = await finishRotation(core, cli.config())
        show(cli.output, { id }, () =>
          [
            `Only master key ${id} opens the database now. A node with the previous one doesn't start.`,
            'Keep the previous one for as long as you keep backups from before the rotation.',
          ].join('\n'),
        )
      }),
    )

const cancelCommand = (cli: Cli) =>
  new Command('cancel')
    .description('Make the previous master key the only one again; run it with the previous key')
    .action(() =>
      cli.run(async (core) => {
        const { id } = await cancelRotation(core, cli.config())
        show(cli.output, { id }, () => `Only master key ${id} opens the database again.`)
      }),
    )
