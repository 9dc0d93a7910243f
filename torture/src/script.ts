import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from './suites/run-suite.ts'

/** Runs a script of the repository that prints JSON, with its other output on stderr. It can fail: the JSON tells how. */
export async function runScript<Result>(args: readonly string[], signal: AbortSignal): Promise<Result> {
  const child = spawn(process.execPath, [...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], signal })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output) as Result
}
