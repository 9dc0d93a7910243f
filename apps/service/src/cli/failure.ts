import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings'
import { AppError, isOutage, OperatorError } from '../core/errors.ts'
import { layout } from './layout.ts'

/** Why a command failed: `msg` says what to do, `msgCode` is for programs, as in responses of the APIs. */
export type Failure = { msg: string; msgCode: string }

/** An error that the user can fix is a sentence; only a bug shows its stack. */
export function explainError(error: Error & { code?: string; port?: number }): Failure {
  if (error instanceof AppError || error instanceof OperatorError) return { msg: error.message, msgCode: error.code }
  if (isOutage(error)) return { msg: error.message, msgCode: 'service_unavailable' }
  if (error.code === 'EADDRINUSE') {
    const msg = `Port ${error.port} is taken: stop what uses it, or choose another with PORT=…`
    return { msg, msgCode: 'port_in_use' }
  }
  if (isSystemError(error)) return { msg: error.message, msgCode: 'system_error' }
  const msg = error.name === 'Error' ? error.message : (error.stack ?? String(error))
  return { msg, msgCode: 'internal_error' }
}

/** An error of the operating system, such as a file that can't be written. */
const isSystemError = (error: Error & { syscall?: string }) => error.syscall !== undefined

/** A command line that the parser rejects: what is wrong, and where its help is. */
export function explainUsage(
  program: CommandUnknownOpts,
  args: readonly string[],
  { message }: CommanderError,
): Failure {
  const path = commandPath(program, args)
  const help = `${layout.command} ${[...path, '--help'].join(' ')}`
  if (message === '(outputHelp)') return { msg: `Name a command; see ${help}`, msgCode: 'bad_request' }
  const [, what = message, suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? []
  const sentence = what.charAt(0).toUpperCase() + what.slice(1).replace(/\.$/, '')
  return { msg: [`${sentence}.`, suggestion, `See ${help}`].filter(Boolean).join(' '), msgCode: 'bad_request' }
}

/** The words that lead to a command. */
function commandPath(program: CommandUnknownOpts, args: readonly string[]): string[] {
  const path: string[] = []
  for (let commands = program.commands, at = 0; at < args.length; at++) {
    const found = commands.find((command) => command.name() === args[at])
    if (!found) continue
    path.push(found.name())
    commands = found.commands
    if (commands.length === 0) break
  }
  return path
}
