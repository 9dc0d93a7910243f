import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSchema } from '../../src/cli/check-schema.ts'

const missing = { since: '0.2.0', statements: [], rows: 0 }

test('doctor mentions contracting migrations that wait for the operator, and how to apply them', () => {
  const found = checkSchema([
    { ...missing, name: '0030-add', kind: 'expand', applies: true },
    { ...missing, name: '0031-drop', kind: 'contract', applies: false },
  ])
  assert.deepEqual([found.verdict, found.about], ['warning', 'schema'])
  assert.match(found.says, /\(0031-drop\)$/)
  assert.match(found.advice!, /migrate-schema --contract/)
})

test('doctor finds nothing wrong with a schema of this release', () => {
  assert.equal(checkSchema([]).verdict, 'good')
})
