import { Command } from '@commander-js/extra-typings'
import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { type ExportSummary, exportFile, exportText } from '../maintenance/export.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { count, show } from './output.ts'
import { createCounter } from './progress.ts'
import { withInterrupt } from './stopping.ts'

export const createExportCommand = (cli: Cli) =>
  new Command('export')
    .description("Export an application's users with their passkeys and contacts, as JSON Lines")
    .argument('[file]', 'a new file, which only you can read; standard output by default')
    .requiredOption('--app <id>', 'the application')
    .action((file, { app }) =>
      cli.run(async (core) => {
        const application = await applicationNamed(core, app)
        if (file === undefined) return writeToOutput(cli, core, application)
        const counter = createCounter()
        const onProgress = ({ users }: ExportSummary) => counter.show(`${users} users exported`)
        const run = (signal: AbortSignal) => exportFile(core, { file, application, signal, onProgress })
        const written = await withInterrupt(run).finally(counter.clear)
        const { users, passkeys, path } = written
        show(
          cli.output,
          written,
          () => `Exported ${count(users, 'user')} with ${count(passkeys, 'passkey')} into ${path}.`,
        )
      }),
    )

async function writeToOutput({ output }: Cli, core: Core, application: Application) {
  for await (const text of exportText(core, { application })) {
    output.write(text)
    if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
}
