import { createReadStream, existsSync, openSync, writeSync } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { Command } from '@commander-js/extra-typings'
import { badRequest } from '../core/errors.ts'
import { type ImportSummary, importUsers, type RejectedLine } from '../maintenance/import.ts'
import type { FileLine } from '../maintenance/lines.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { count, escapeControls, show } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'

/** As programs that Ctrl+C ended: 128 and the number of SIGINT. */
const interruptedCode = 130

export const createImportCommand = (cli: Cli) =>
  new Command('import')
    .description('Import users with their passkeys, which keep working with the same RP ID')
    .argument('<file>', 'JSON Lines, as `thumbturn export` writes them; - for standard input')
    .requiredOption('--app <id>', 'the application')
    .option('--dry-run', 'check everything without writing')
    .option('--create-groups', 'create groups that the application lacks, instead of rejecting lines that name them')
    .option('--rejected <file>', 'a new file for rejected lines, to correct and import')
    .addHelpText('after', help)
    .action((file, { app, dryRun = false, createGroups, rejected }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        const rejections = createRejectionFile(rejected)
        const counter = createCounter()
        const run = (signal: AbortSignal) =>
          importUsers(core, {
            application,
            keyId: 'command line',
            source: openSource(file, signal),
            dryRun,
            createGroups,
            signal,
            onHeader: rejections.start,
            onRejected(result, line) {
              counter.clear()
              report(cli, result)
              rejections.add(line)
            },
            onProgress: ({ imported, unchanged, line }) =>
              counter.show(`Line ${line}: ${imported} imported, ${unchanged} unchanged`),
          })
        const summary = await withInterrupt(run).finally(counter.clear)
        rejections.end()
        show(cli.output, { application: app, dryRun, ...summary }, () => describe(summary, { app, dryRun }))
        cli.terminal.setExitCode(toExitCode(summary))
      }),
    )

const help = `
Users who exist with the same passkeys are left as they are, so that an interrupted import resumes
when you run it again. Nothing is added to a user who exists. Rejected lines go to standard error,
each with its number and reason. The format is described at /migrate/format/ on the website.
`

function openSource(file: string, signal: AbortSignal): AsyncIterable<Buffer> {
  if (file !== '-' && !existsSync(file)) throw badRequest(`There is no file ${file}.`)
  return addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file))
}

const report = ({ output, terminal }: Cli, { line, code, msg }: RejectedLine) =>
  terminal.writeError(
    output.json
      ? `${escapeControls(JSON.stringify({ line, code, msg }))}\n`
      : `Line ${line}: ${code}: ${escapeControls(msg)}\n`,
  )

/** The file is made at the first rejection. */
function createRejectionFile(path: string | undefined) {
  if (path !== undefined && existsSync(path)) throw badRequest(`${path} exists already: choose another name.`)
  let opened: number | undefined
  let header: FileLine | undefined
  const write = (bytes: Buffer | string) => opened !== undefined && writeSync(opened, `${bytes}\n`)
  return {
    start: (line: FileLine) => {
      header = line
    },
    add({ bytes }: FileLine) {
      if (path === undefined) return
      if (opened === undefined) {
        opened = openSync(path, 'wx', 0o600)
        write(header!.bytes)
      }
      write(bytes)
    },
    end: () => void write('{"end":true}'),
  }
}

function describe(summary: ImportSummary, { app, dryRun }: { app: string; dryRun: boolean }): string {
  const { imported, unchanged, rejected, line, interrupted, problem } = summary
  const counts = `${unchanged} there already, ${rejected} rejected`
  return [
    dryRun
      ? `Nothing was written: ${count(imported, 'user')} can be imported into ${app}, ${counts}.`
      : `Imported ${count(imported, 'user')} into ${app}, ${counts}.`,
    ...(interrupted ? [`Stopped after line ${line}. Run the same command again to resume.`] : []),
    ...(problem === undefined ? [] : [problem]),
  ].join('\n')
}

function toExitCode({ interrupted, rejected, problem }: ImportSummary): number {
  if (interrupted) return interruptedCode
  return rejected > 0 || problem !== undefined ? 1 : 0
}
