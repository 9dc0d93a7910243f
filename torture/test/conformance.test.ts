import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConformanceRows } from '../src/conformance.ts'

test('the rows of FIDO server conformance are read without those that cannot apply', () => {
  const rows = readConformanceRows()
  assert.ok(rows.length > 150, `${rows.length} rows`)
  assert.equal(new Set(rows).size, rows.length)
  for (const row of ['Attestation Resp-3 F-19', 'Attestation Resp-9 P-4', 'Metadata F-5', 'GetOptions Req-1 P-2'])
    assert.ok(rows.includes(row), row)
  for (const row of ['Attestation Resp-1 F-5', 'Attestation Resp-B P-1', 'Attestation Resp-9 P-3'])
    assert.ok(!rows.includes(row), row)
})
