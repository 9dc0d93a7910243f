import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from '../../src/cli/output.ts'

const id = '3f0c2a8e-1d4b-4c55-9b7e-0a2f6d8c1e90'
const headings = ['id', 'name', 'scopes']
const rows = [[id, 'backend of the shop', 'reg:write user:read user:write']]

test('a table is as wide as the terminal, with IDs in one piece', () => {
  for (const width of [100, 72, 66]) {
    const text = table(headings, rows, width)
    assert.ok(Math.max(...text.split('\n').map((line) => line.length)) <= width, text)
    assert.match(text, /^id +name +scopes$/m)
    assert.ok(text.includes(id), text)
  }
})

test('on a terminal that is too narrow for a table, each row is a list that can be copied from', () => {
  assert.equal(
    table(headings, [...rows, ['b', 'c', 'd']], 50),
    `id      ${id}
name    backend of the shop
scopes  reg:write user:read user:write

id      b
name    c
scopes  d`,
  )
})
