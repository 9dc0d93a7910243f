import assert from 'node:assert/strict'
import { type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

const aMinute = 60_000

/** Runs a command and returns what it wrote to standard output. Fails with its errors if it fails. */
export function run(command: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}${stdout}`)
  return stdout
}

type ProgramResult = [code: number | null, signal: NodeJS.Signals | null]

/** A program in the background. */
export type Program = {
  readOutput(): string
  /** Sends the signal, unless the program has ended, and resolves with its exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<ProgramResult>
}

type Start = SpawnOptionsWithoutStdio & { isReady: (output: string) => Promise<boolean>; patienceMs?: number }

/** Starts a program and resolves once it is ready, of which `isReady` can judge by what it has written. */
export async function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  { isReady, patienceMs = aMinute, ...options }: Start,
): Promise<Program> {
  const child = spawn(command, args, options)
  const ended = new Promise<ProgramResult>((resolve) => child.once('close', (code, signal) => resolve([code, signal])))
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect)
  child.on('error', ({ message }) => collect(message))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const findFailure = () => (child.exitCode === null ? undefined : `${command} ended: ${output}`)
  await waitUntil(() => isReady(output), findFailure, patienceMs).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return { readOutput: () => output, stop }
}

/** Resolves once the check passes. @throws AssertionError in the end, or when `findFailure` returns why there is no hope */
export async function waitUntil(
  check: () => Promise<boolean>,
  findFailure: () => string | undefined = () => undefined,
  patienceMs = aMinute,
) {
  const end = performance.now() + patienceMs
  while (!(await check().catch(() => false))) {
    const failure =
      findFailure() ?? (performance.now() > end ? `nothing happened within ${patienceMs / 1000} seconds` : undefined)
    assert.equal(failure, undefined)
    await pause(50)
  }
}
