import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 60_000

/** Runs a command and returns what it wrote to standard output. Fails with its errors if it fails. */
export function run(command: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}${stdout}`)
  return stdout
}

/** A program in the background. */
export type Program = {
  readOutput(): string
  /** Sends the signal and resolves once the program has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program and resolves once `isReady` does. */
export async function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  { isReady, ...options }: { isReady: () => Promise<boolean> } & SpawnOptionsWithoutStdio,
): Promise<Program> {
  const child = spawn(command, args, options)
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect)
  child.on('error', ({ message }) => collect(message))
  await waitUntil(isReady, () => (child.exitCode === null ? undefined : `${command} ended: ${output}`))
  return { readOutput: () => output, stop: (signal = 'SIGTERM') => endProgram(child, signal) }
}

async function endProgram(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
}

/** Resolves once the check passes. @throws AssertionError after a minute, or when `findFailure` returns why there is no hope */
export async function waitUntil(
  check: () => Promise<boolean>,
  findFailure: () => string | undefined = () => undefined,
) {
  const end = performance.now() + patienceMs
  while (!(await check().catch(() => false))) {
    const failure = findFailure() ?? (performance.now() > end ? 'nothing happened within a minute' : undefined)
    assert.equal(failure, undefined)
    await pause(50)
  }
}
