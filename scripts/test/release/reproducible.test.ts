import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createFolder, root } from '../programs/folder.ts'
import { findArtifact, version } from './artifacts.ts'

type Report = { isEqual: boolean; files: { name: string; isEqual: boolean }[] }

test('built again in another folder, time zone, and language, all artifacts are equal, except one with a changed byte', (t) => {
  const given = createFolder(t)
  cpSync(dirname(findArtifact('SHA256SUMS')), given, { recursive: true })
  const changed = `thumbturn-${version}.openvex.json`
  writeFileSync(
    join(given, changed),
    readFileSync(join(given, changed), 'utf8').replace('"version": 1', '"version": 2'),
  )
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' }
  const args = ['scripts/release/verify.mjs', 'HEAD', given, '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  assert.equal(status, 1, stderr)
  const { files, isEqual } = JSON.parse(stdout) as Report
  assert.equal(isEqual, false)
  assert.deepEqual(
    files.filter((file) => !file.isEqual).map(({ name }) => name),
    [changed],
  )
  assert.equal(files.length, readdirSync(given).length)
})

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
