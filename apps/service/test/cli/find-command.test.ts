import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findCommand } from '../../src/cli/find-command.ts'

function createFolder(t: TestContext, ...folders: string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'thumbturn-command-')))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true })
  return folder
}

test('in a project of npm, the command is `npx thumbturn`, and `thumbturn` where it is installed globally', (t) => {
  const folder = createFolder(t, 'project/node_modules/thumbturn', 'lib/node_modules/thumbturn')
  writeFileSync(join(folder, 'project/package.json'), '{}')
  const find = (path: string, env = {}) => findCommand(join(folder, path), { env, folder })
  assert.equal(find('project/node_modules/thumbturn/'), 'npx thumbturn')
  assert.equal(find('lib/node_modules/thumbturn'), 'thumbturn')
  assert.equal(find('lib/node_modules/thumbturn', { npm_lifecycle_event: 'auth' }), 'npx thumbturn')
})

test('in an unpacked archive, the command is the path of its program, or its name where that is on the PATH', (t) => {
  const folder = createFolder(t, 'archive/app', 'archive/bin', 'programs', 'elsewhere')
  const program = join(folder, 'archive/bin/thumbturn')
  writeFileSync(program, '', { mode: 0o755 })
  const find = (from: string, PATH = '') => findCommand(join(folder, 'archive/app'), { env: { PATH }, folder: from })
  assert.equal(find(folder), 'archive/bin/thumbturn')
  assert.equal(find(join(folder, 'archive/bin')), './thumbturn')
  assert.equal(find(join(folder, 'elsewhere')), program)
  symlinkSync(program, join(folder, 'programs/thumbturn'))
  assert.equal(find(folder, `/nonexistent:${join(folder, 'programs')}`), 'thumbturn')
})

test('the Debian package and the image, whose program is not next to the app, call it `thumbturn`', (t) => {
  const folder = createFolder(t, 'usr/lib/thumbturn/app')
  assert.equal(findCommand(join(folder, 'usr/lib/thumbturn/app'), { env: { PATH: '/usr/bin' }, folder }), 'thumbturn')
})
