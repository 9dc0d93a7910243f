import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkModules } from '@thumbturn/service-harness/linked-modules.ts'
import { root } from '../adapters/program.ts'

const here = fileURLToPath(root)
const git = (...args: string[]) => execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The commit that a revision such as HEAD~1 names. */
export const resolveCommit = (revision: string) =>
  git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`)

/** Each ends a build or removes a folder. */
const cleanups = new Set<() => void>()

/** Ends the build of a checkout, and removes every checkout of this process. */
export function removeCheckouts(): void {
  for (const clean of [...cleanups].reverse()) clean()
  cleanups.clear()
}

/**
 * Puts a commit of this repository into a temporary folder, and bundles the service there. Returns the folder.
 * @throws Error the service can't be bundled
 */
export async function checkOut(commit: string, parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, 'bench-commit-'))
  cleanups.add(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    git('worktree', 'prune')
  })
  git('worktree', 'add', '--detach', folder, commit)
  linkInstalled(folder)
  linkPages(folder)
  await runNode(folder, ['scripts/run/with-node.mjs', 'apps/service/build-bundle.ts'])
  return folder
}

/** Links the packages of this working tree if the lock file is the same. Otherwise, with-node.mjs installs others. */
function linkInstalled(folder: string): void {
  const [lock, same] = [folder, here].map((place) => join(place, 'package-lock.json')) as [string, string]
  if (readFileSync(lock, 'utf8') !== readFileSync(same, 'utf8')) return
  linkModules(folder)
  // with-node.mjs installs if the lock file is newer than the packages.
  utimesSync(lock, 0, 0)
}

/** Both services read the same pages when they start, so their memory can be compared. */
function linkPages(folder: string): void {
  for (const pages of ['apps/demo/dist', 'apps/dashboard/dist', 'apps/docs/build']) {
    mkdirSync(dirname(join(folder, pages)), { recursive: true })
    symlinkSync(join(here, pages), join(folder, pages))
  }
}

/** Runs Node in a folder, with its output on standard error. A group of its own, so that an interrupt also ends the programs that it starts. */
async function runNode(folder: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ['ignore', 2, 2] })
  const end = () => void process.kill(-child.pid!, 'SIGKILL')
  cleanups.add(end)
  const code = await new Promise((resolve) => child.once('close', resolve))
  cleanups.delete(end)
  if (code !== 0) throw new Error('The service of that commit could not be bundled: the reason is above')
}
