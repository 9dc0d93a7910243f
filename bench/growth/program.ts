import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const running = new Set<ChildProcess>()

/** Ends what fills databases, for when the run is interrupted. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Runs a program that fills a database and prints how far it is.
 * @throws Error it ended with another exit code than 0
 */
export async function runFill(url: URL, args: readonly unknown[], onProgress: (done: number) => void): Promise<void> {
  const given = [fileURLToPath(url), ...args.map(String)]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  createInterface(child.stdout).on('line', (line) => onProgress(Number(line)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  running.delete(child)
  if (code !== 0) throw new Error(`${given.join(' ')} ended with exit code ${code}`)
}
