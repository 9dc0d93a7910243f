import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { end, root } from '@thumbturn/e2e/running.ts'
import { languages } from './languages.ts'

/** A running snippet. */
export type Snippet = {
  /** Verifies a token: `accepted <user id>` or `rejected <why>`. */
  verify(token: string): Promise<string>
  stop(): Promise<void>
}

/** Copies a snippet and its driver to a folder of their own, installs its libraries, and starts it. */
export async function startSnippet(language: string, baseUrl: string): Promise<Snippet> {
  const { driver, prepare, run, env } = languages[language]!
  const folder = mkdtempSync(join(tmpdir(), `verify-${language}-`))
  cpSync(join(root, 'examples/verify', language), folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'drivers', driver[0]), join(folder, driver[1]))
  for (const [command, ...args] of prepare) await promisify(execFile)(command, args, { cwd: folder })
  const [command, ...args] = run
  const settings = { ...process.env, ...env, THUMBTURN_URL: baseUrl, TMPDIR: folder }
  const child = spawn(command, args, { cwd: folder, env: settings, stdio: ['pipe', 'pipe', 'inherit'] })
  const stop = async () => {
    await end(child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { verify: readResponses(language, child), stop }
}

function readResponses(name: string, child: ChildProcess): (token: string) => Promise<string> {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return async (token) => {
    child.stdin!.write(`${token}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name} ended: see its output above`)
    return value
  }
}
