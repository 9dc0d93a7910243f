import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import { findProblems } from '../../../../src/core/use-cases/applications/check.ts'

const usual = application('shop', { rpId: 'example.com', origins: ['https://example.com'] })

const listProblems = (accentColor: string) => findProblems({ ...usual, settings: { ...usual.settings, accentColor } })

test('an accent color is rejected if white text on it can’t be read', () => {
  for (const color of ['', '#10655a', '#767676', '#0000ff']) assert.deepEqual(listProblems(color), [], color)
  // The lightest gray with 4.5:1 on white is #767676 (WCAG 2.2 §1.4.3).
  assert.match(listProblems('#777777')[0] ?? '', /accentColor #777777 has a contrast of 4\.48:1 with white text/)
  assert.match(listProblems('#ffcc00')[0] ?? '', /contrast of 1\.51:1 .* choose a darker color/)
})
