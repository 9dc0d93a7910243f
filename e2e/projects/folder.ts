import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { runOrThrow } from './programs.ts'

/** Playwright's test with an empty folder outside the repository. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  folder: async ({}, use) => {
    const parent = mkdtempSync(join(tmpdir(), 'thumbturn-folder-'))
    const folder = join(parent, 'project')
    mkdirSync(folder)
    await use(folder)
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
  },
})

/**
 * Installs the program of that version of Node in the project's folder, so that npm's commands don't use it. Returns
 * its path.
 */
export function installNode(version: string, folder: string): string {
  const name = `node-${process.platform}-${process.arch}`
  const home = join(folder, '../old-node', version)
  mkdirSync(home, { recursive: true })
  runOrThrow(`npm init -y && npm install ${name}@${version}`, { cwd: home })
  return join(home, 'node_modules', name, 'bin/node')
}
