import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { linkModules } from '@thumbturn/service-harness/linked-modules.ts'

export const root = resolve(import.meta.dirname, '../../..')

/** The parts of the service. */
const parts = ['package.json', 'apps/service', 'packages']

/** A runnable tree of sources. */
export type Release = { name: string; folder: string }

/** The sources of this working tree. */
export const thisRelease: Release = { name: 'this release', folder: root }

/** The sources of the newest release before this commit; undefined before the first one, which is tagged `v0.1.0`. */
export function checkOutPrevious(t: TestContext): Release | undefined {
  const tag = findPreviousTag()
  if (tag === undefined) {
    t.skip(
      'Git has no tag of an earlier release: there is none yet, or this clone lacks it (git fetch --unshallow --tags)',
    )
    return undefined
  }
  const archive = spawnSync('git', ['archive', tag, ...parts], { cwd: root, maxBuffer: 2 ** 28 })
  const folder = createFolder(t)
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  linkModules(folder)
  return { name: `release ${tag}`, folder }
}

/** The tag of this commit is that of this release. */
function findPreviousTag(): string | undefined {
  const args = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
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
  const list = /(const migrations: readonly Migration\[\] = \[[^\]]*)\]/
  const text = readFileSync(history, 'utf8')
  if (!list.test(text)) throw new Error('migrate.ts no longer has the list of migrations that is extended here')
  writeFileSync(history, text.replace(list, `$1, ${furtherMigrations}]`))
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
