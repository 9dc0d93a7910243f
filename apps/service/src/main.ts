import { askOnTerminal } from './cli/ask.ts'
import { withDefaultMode } from './cli/default-mode.ts'
import { explainError } from './cli/failure.ts'
import { chooseFirstStart, isFirstStart } from './cli/first-start.ts'
import { layout } from './cli/layout.ts'
import { findServeProblems, loadConfig } from './config.ts'
import type { Environment } from './environment.ts'

const args = process.argv.slice(2)

// Serving needs neither the other commands nor their parser.
if (args.length === 0 && process.stdin.isTTY && process.stderr.isTTY && isFirstStart(process.env)) await startFirst()
else if (args.length === 0 || (args.length === 1 && args[0] === 'serve')) await serve(process.env).catch(fail)
else await runProgram(args)

/** Asks what to do, where a start without settings would only fail. */
async function startFirst() {
  const chosen = await chooseFirstStart(process.env, askOnTerminal)
  if (chosen === undefined) process.exitCode = 130
  else if (chosen.command === 'serve') await serveFirst(chosen.env)
  else await runProgram([chosen.command])
}

async function serveFirst(env: Environment) {
  process.stderr.write(`\n  To start it the next time: BASE_URL=${env.BASE_URL} ${layout.command} serve\n`)
  await serve(env).catch(fail)
}

async function runProgram(command: readonly string[]) {
  exitWhenReaderEnds()
  await (await import('./cli/program.ts')).runProgram(command)
}

async function serve(env: Environment) {
  const settings = withDefaultMode(env)
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
