import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'

const install = new URL('../scripts/run/install.mjs', import.meta.url).href

test('the pinned Node is installed even if NODE_ENV is production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  try {
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    // Shadows the real npm and records its arguments.
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" > asked\n`)
    chmodSync(join(folder, 'npm'), 0o755)
    const script = `import { ensureInstalled } from '${install}'; ensureInstalled('${folder}')`
    const env = { ...process.env, NODE_ENV: 'production', PATH: `${folder}${delimiter}${process.env.PATH}` }
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, cwd: folder })
    assert.equal(status, 0, stderr.toString())
    assert.match(readFileSync(join(folder, 'asked'), 'utf8'), /^ci .*--include=dev/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
