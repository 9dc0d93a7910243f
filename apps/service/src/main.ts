import { withDefaultMode } from './cli/default-mode.ts'
import { explainError } from './cli/failure.ts'
import { layout } from './cli/layout.ts'
import { findServeProblems, loadConfig } from './config.ts'

const args = process.argv.slice(2)

// Serving needs neither the other commands nor their parser.
if (args.length === 0 || (args.length === 1 && args[0] === 'serve')) await serve().catch(fail)
else {
  exitWhenReaderEnds()
  await (await import('./cli/program.ts')).runProgram(args)
}

async function serve() {
  const settings = withDefaultMode(process.env)
  const config = loadConfig(settings, findServeProblems(settings, layout.command))
  await (await import('./cli/serve.ts')).serve(config)
}

function fail(error: Error) {
  process.stderr.write(`${explainError(error).msg}\n`)
  process.exitCode = 2
}

/** `thumbturn … | head` is no error: the rest has no reader. */
function exitWhenReaderEnds() {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
