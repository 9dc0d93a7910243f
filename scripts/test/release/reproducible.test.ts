import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createFolder, root } from '../programs/folder.ts'
import { run } from '../programs/program.ts'
import { findArtifact } from './artifacts.ts'

test('a clone in another folder makes the same bytes', (t) => {
  const clone = join(createFolder(t), 'another', 'folder')
  run('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  run('git', ['checkout', '--quiet', run('git', ['rev-parse', 'HEAD'], { cwd: root }).trim()], { cwd: clone })
  copyInstalled(clone)
  const out = join(dirname(clone), 'out')
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' }
  run(process.execPath, ['scripts/release/release.mjs', '--out', out], { cwd: clone, env })
  assert.equal(readFileSync(join(out, 'SHA256SUMS'), 'utf8'), readFileSync(findArtifact('SHA256SUMS'), 'utf8'))
})

/** The installed packages, which the lock file describes completely. Links between workspaces are relative. */
function copyInstalled(clone: string) {
  const installed = globSync('{.,{apps,packages}/*,bench,e2e,examples,harness}/node_modules', { cwd: root })
  for (const path of installed.filter((path) => !path.startsWith('apps/docs')))
    run('cp', ['-a', '--parents', path, clone], { cwd: root })
}

test('interrupted, it ends at once and leaves nothing behind', async (t) => {
  const out = createFolder(t)
  const child = spawn(process.execPath, ['scripts/release/release.mjs', 'archive', '--out', out], { cwd: root })
  let output = ''
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text
    if (output.includes('[3/')) child.kill('SIGINT')
  }
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  assert.equal(code, 130)
  assert.match(output, /Stopped: nothing was written\.\n$/)
  assert.deepEqual(readdirSync(out), [])
})
