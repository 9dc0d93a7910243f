import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../run/install.mjs'
import { parseSource } from './syntax.mjs'

const allFolders = ['apps/*/src/**', 'apps/demo/backends', 'packages/*/src/**', 'torture/src', 'scripts', 'examples']

/** The sources of the repository, parsed, without tests; `folders` as git takes them. */
export function readSources(folders = allFolders) {
  const tracked = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  return tracked
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !/\/test\//.test(file))
    .map((file) => parseSource(file, readFileSync(join(root, file), 'utf8')))
}
