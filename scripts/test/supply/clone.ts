import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

export const root = resolve(import.meta.dirname, '../../..')

/** A folder that exists for one test. */
export function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-supply-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a command and returns what it wrote. Fails with its errors if it fails. */
export function run(command: string, args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}${stdout}`)
  return stdout
}

/** Clones the current commit. */
export function cloneRepository(folder: string): void {
  run('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { cwd: root })
  run('git', ['checkout', '--quiet', run('git', ['rev-parse', 'HEAD'], { cwd: root }).trim()], { cwd: folder })
}
