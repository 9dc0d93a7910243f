import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Options = { cwd: string; env?: Record<string, string | undefined> }

/**
 * The environment of a user's shell: nothing of the npm and the Node that run these tests, except that this Node comes
 * first.
 */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config)|npm_config_local_prefix|NODE_(?!EXTRA)|THUMBTURN_|CI$)/.test(name),
    ),
  ),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  // Scaffolders are installed without a question.
  npm_config_yes: 'true',
  npm_config_loglevel: 'error',
  NEXT_TELEMETRY_DISABLED: '1',
}

const toOptions = ({ cwd, env }: Options) => ({
  cwd,
  env: { ...environment, ...env },
  stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
})

/** Bash reads no start-up files, which it does if it takes its input for a connection of rsh. */
const shell = (command: string): [string, string[]] => ['bash', ['--norc', '-euc', command]]

/** Runs a command line in a shell. */
export function runShell(command: string, options: Options) {
  const { status, stdout, stderr } = spawnSync(...shell(command), { ...toOptions(options), encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** @throws Error the command failed, with what it printed */
export function runOrThrow(command: string, options: Options): string {
  const { status, stdout, stderr } = runShell(command, options)
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

/** A program that runs until it is stopped. */
export type Program = { stop(): Promise<void> }

/**
 * Starts a command line in a shell and resolves when the address responds.
 * @throws Error it ended before, with what it printed
 */
export async function startShell(command: string, address: string, options: Options): Promise<Program> {
  // A group of its own, as npx and npm start further processes.
  const child = spawn(...shell(command), { ...toOptions(options), detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
  while (!(await responds(address))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}:\n${output}`)
    await pause(50)
  }
  return { stop }
}

const responds = (address: string) =>
  fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
