import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

test('Git ignores a data folder that the service creates in a project', async (t) => {
  const project = dataFolder(t)
  execFileSync('git', ['init', '--quiet'], { cwd: project })
  writeFileSync(join(project, 'index.js'), '')
  const DATA_DIR = join(project, 'data')
  assert.equal((await runCommand(['app', 'list'], { DATA_DIR })).code, 0)
  assert.ok(existsSync(join(DATA_DIR, 'master.key')))
  const untracked = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: project })
  assert.equal(untracked.toString(), '?? index.js\n')
  assert.equal(statSync(join(DATA_DIR, '.gitignore')).mode & 0o777, 0o600)
})

test('a data folder that exists stays as it is', async (t) => {
  const DATA_DIR = dataFolder(t)
  assert.equal((await runCommand(['app', 'list'], { DATA_DIR })).code, 0)
  assert.ok(!existsSync(join(DATA_DIR, '.gitignore')))
})
