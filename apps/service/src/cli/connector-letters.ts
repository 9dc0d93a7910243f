import { Command } from '@commander-js/extra-typings'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { discardDeadLetters, type Replay, replayDeadLetters } from '../core/use-cases/connectors/dead-letters.ts'
import { findConnector } from '../core/use-cases/connectors/manage.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { count, moment, show, table } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'

const idHelp = 'the id of the connector (see connector list)'

export const createDeadLettersCommand = (cli: Cli) =>
  new Command('dead-letters')
    .description("List the events that a connector's receiver rejected, oldest first")
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .option('--limit <n>', 'how many, at most 1000', '100')
    .option('--after <position>', 'only events after this position', '0')
    .action((app, id, given) =>
      cli.run(async (core) => {
        const page = { after: readNumber('--after', given.after), limit: readNumber('--limit', given.limit) }
        if (page.limit < 1 || page.limit > 1_000) throw badRequest('--limit takes a whole number from 1 to 1000')
        const connector = await findConnector(core, (await applicationNamed(core, app)).id, id)
        const letters = await core.store.connectors.listDeadLetters(connector, page)
        show(cli.output, letters, () =>
          table(
            ['position', 'event', 'type', 'rejected', 'error'],
            letters.map(({ position, eventId, event, at, error }) => [
              String(position),
              eventId,
              event?.type ?? '(deleted)',
              moment(at),
              error,
            ]),
          ),
        )
      }),
    )

function readNumber(option: string, text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw badRequest(`${option} takes a whole number`)
  return Number(text)
}

export const createReplayCommand = (cli: Cli) =>
  new Command('replay')
    .description('Send all dead letters of a connector again')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .action((app, id) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const counter = createCounter()
        const run = (signal: AbortSignal) =>
          replayAll(core, application, {
            id,
            signal,
            onProgress: ({ delivered, rejected }) => counter.show(`${delivered} delivered, ${rejected} rejected`),
          })
        const sum = await withInterrupt(run).finally(counter.clear)
        show(cli.output, sum, () => describe(sum))
        if (sum.error !== undefined) cli.terminal.setExitCode(1)
      }),
    )

type Sum = Omit<Replay, 'next'>
type ReplayOptions = { id: string; signal: AbortSignal; onProgress(sum: Sum): void }

async function replayAll(core: Core, application: Application, options: ReplayOptions): Promise<Sum> {
  const { id, signal, onProgress } = options
  let sum: Sum = { delivered: 0, rejected: 0, missed: 0, error: undefined }
  let after: number | undefined = 0
  while (after !== undefined && !signal.aborted) {
    const { next, ...part }: Replay = await replayDeadLetters(core, application, { id, after })
    sum = {
      delivered: sum.delivered + part.delivered,
      rejected: sum.rejected + part.rejected,
      missed: sum.missed + part.missed,
      error: part.error,
    }
    onProgress(sum)
    after = part.error === undefined ? next : undefined
  }
  return sum
}

const describe = ({ delivered, rejected, missed, error }: Sum) =>
  [
    `${delivered} delivered, ${rejected} rejected again${missed > 0 ? `, ${missed} deleted with their events` : ''}.`,
    ...(error === undefined ? [] : [`It stopped: ${error}`]),
  ].join('\n')

export const createDiscardCommand = (cli: Cli) =>
  new Command('discard')
    .description('Delete all dead letters of a connector; their events remain in the history')
    .argument('<app>', 'the application')
    .argument('<id>', idHelp)
    .requiredOption('--yes', 'confirm that the dead letters are to be deleted')
    .action((app, id) =>
      cli.run(async (core) => {
        const discarded = await discardDeadLetters(core, await applicationNamed(core, app), { id })
        show(cli.output, { id, discarded }, () => `${count(discarded, 'dead letter')} deleted.`)
      }),
    )
