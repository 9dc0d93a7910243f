import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Notes } from '../runs/failing-calls/notes.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A file of `doubles/` that is loaded before the suite. */
export type Preload = 'failing-calls' | 'logged-responses' | 'recorded-secrets' | 'stored-codes' | 'swallowed-commits'

/** A suite takes seconds, but the machine can be busy, and failures repeat requests. */
const longestMs = 300_000

/** Runs the tests of one file on SQLite, and stops it if it hangs. Returns what its processes noted, and whether all tests passed. */
export async function runSuite<Noted = Notes>(
  file: string,
  preload: Preload,
  more: Readonly<Record<string, string>> = {},
): Promise<{ notes: Noted[]; passed: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-notes-'))
  const load = fileURLToPath(new URL(`../doubles/${preload}.ts`, import.meta.url))
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, TEST_ENGINE: 'sqlite', TORTURE_NOTES: folder, ...more }
  const child = spawn(process.execPath, ['--import', load, file], { cwd: root, env, stdio: 'ignore' })
  const limit = setTimeout(() => child.kill(), longestMs)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    const notes = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Noted)
    return { notes, passed: code === 0 }
  } finally {
    clearTimeout(limit)
    rmSync(folder, { recursive: true })
  }
}
