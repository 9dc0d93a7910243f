import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { end, root } from '@thumbturn/e2e/running.ts'
import { type Language, languages, sessionLanguages } from './languages.ts'

/** A running snippet. */
export type Snippet = {
  /** Verifies a token: `accepted <user id>` or `rejected <why>`. */
  verify(token: string): Promise<string>
  stop(): Promise<void>
}

/** A running program that prints a line for each line that it gets. */
type Driver = { ask(line: string): Promise<string>; stop(): Promise<void> }

export async function startSnippet(language: string, baseUrl: string): Promise<Snippet> {
  const source = `verify/${language}`
  const { ask, stop } = await startDriver(source, languages[language]!, { THUMBTURN_URL: baseUrl })
  return { verify: ask, stop }
}

/** Starts the session of a language, whose driver takes and prints JSON. */
export const startSession = (language: string, settings: NodeJS.ProcessEnv): Promise<Driver> =>
  startDriver(`session/${language}`, sessionLanguages[language]!, settings)

type DriverOptions = Pick<Language, 'driver' | 'prepare' | 'run' | 'env'>

/** Copies a snippet and its driver to a folder of their own, installs its libraries, and starts it. */
async function startDriver(source: string, language: DriverOptions, own: NodeJS.ProcessEnv): Promise<Driver> {
  const { driver, prepare, run, env } = language
  const folder = mkdtempSync(join(tmpdir(), `${source.replace('/', '-')}-`))
  cpSync(join(root, 'examples', source), folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'drivers', driver[0]), join(folder, driver[1]))
  for (const [command, ...args] of prepare) await promisify(execFile)(command, args, { cwd: folder })
  const [command, ...args] = run
  const settings = { ...process.env, ...env, ...own, TMPDIR: folder }
  const child = spawn(command, args, { cwd: folder, env: settings, stdio: ['pipe', 'pipe', 'inherit'] })
  const stop = async () => {
    await end(child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { ask: readResponses(source, child), stop }
}

function readResponses(name: string, child: ChildProcess): (line: string) => Promise<string> {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return async (line) => {
    child.stdin!.write(`${line}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name} ended: see its output above`)
    return value
  }
}
