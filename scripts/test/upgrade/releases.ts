import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

export const root = resolve(import.meta.dirname, '../../..')

/** What the service consists of. */
const parts = ['package.json', 'apps/service', 'packages']

/** The last commit before migration 0027. Once a release is tagged, its tag replaces it. */
const previousCommit = 'c26a7afbba09987c9d7c5152b9cdc291b0325594'

/** A runnable tree of sources. */
export type Release = { name: string; folder: string }

/** The sources of this working tree. */
export const thisRelease: Release = { name: 'this release', folder: root }

/** The sources of the previous release; undefined if the Git history isn't there. */
export function checkOutPrevious(t: TestContext): Release | undefined {
  const archive = spawnSync('git', ['archive', previousCommit, ...parts], { cwd: root, maxBuffer: 2 ** 28 })
  if (archive.status !== 0) {
    t.skip(`Git has no commit ${previousCommit.slice(0, 8)} here: fetch the whole history (git fetch --unshallow)`)
    return undefined
  }
  const folder = createFolder(t)
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  linkModules(folder)
  return { name: 'the previous release', folder }
}

/** This working tree with further migrations, which add columns and an index to busy tables, and remove an index. */
export function createNextRelease(t: TestContext): Release {
  const folder = createFolder(t)
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/node_modules|dist$/.test(path),
    })
  linkModules(folder)
  const history = join(folder, 'apps/service/src/storage/migrations/migrate.ts')
  const [before, after] = readFileSync(history, 'utf8').split('  importedPasskeys,\n')
  if (after === undefined) throw new Error('migrate.ts no longer ends with importedPasskeys: add to the list here')
  writeFileSync(history, `${before}  importedPasskeys,\n${furtherMigrations}${after}`)
  return { name: 'the next release', folder }
}

const furtherMigrations = `
  {
    name: '9001-nicknames',
    kind: 'expand',
    since: '9.1.0',
    statements: ({ schema }) => [
      schema.alterTable('users').addColumn('nickname', 'text'),
      schema.alterTable('passkeys').addColumn('color', 'text', (column) => column.notNull().defaultTo('none')),
    ],
  },
  {
    name: '9002-users-by-time',
    kind: 'expand',
    since: '9.1.0',
    statements: ({ schema }) => [schema.createIndex('users_by_time').on('users').column('created_at')],
  },
  {
    name: '9003-no-device-index',
    kind: 'contract',
    since: '9.1.0',
    statements: ({ schema }) => [schema.dropIndex('devices_by_id')],
  },
`

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-release-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Libraries come from this working tree, and workspaces from the folder itself. */
function linkModules(folder: string) {
  const scope = join(folder, 'node_modules/@thumbturn')
  mkdirSync(scope, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '@thumbturn'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const workspaces = ['apps/service', ...readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`)]
  for (const path of workspaces) symlinkSync(join(folder, path), join(scope, path.split('/')[1]!))
}
