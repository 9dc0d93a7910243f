import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('importing the verifier loads no ASN.1 library', () => {
  const script = `
    import { createRequire } from 'node:module'
    await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)})
    console.log(Object.keys(createRequire(import.meta.url).cache).length)`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname })
  assert.equal(loaded.toString().trim(), '0')
})
