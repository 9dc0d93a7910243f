import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfDay, toLocalDay } from '../src/audit/days.ts'
import { toCsv, toJsonLines } from '../src/audit/export.ts'
import type { Entry } from '../src/audit/queries.ts'
import { searchEntries } from '../src/audit/search.ts'

const entry: Entry = {
  id: '019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c',
  at: '2026-11-30T12:00:00.000Z',
  actor: { kind: 'member', id: 'a', name: '=HYPERLINK("x")' },
  action: 'application.changed',
  after: { maxPasskeys: 5 },
}

test('an export of the audit log is read by spreadsheets as text, never as formulas', () => {
  const [head, row] = toCsv([entry]).split('\r\n')
  assert.equal(head, 'time,actor,actor kind,actor ID,action,application,target,before,after,address')
  const cells = ['2026-11-30T12:00:00.000Z', `"'=HYPERLINK(""x"")"`, 'member', 'a', 'application.changed']
  assert.equal(row, [...cells, '', '', '', '"{""maxPasskeys"":5}"', ''].join(','))
})

test('the same in JSON has one entry a line', () => {
  assert.deepEqual(JSON.parse(toJsonLines([entry]).trimEnd()), entry)
})

test('the last day of a filter is included, and shown as it was chosen', () => {
  assert.equal(toLocalDay(startOfDay('2026-12-31', 1), -1), '2026-12-31')
  assert.equal(startOfDay(''), '')
  assert.equal(toLocalDay(undefined), '')
})

test('a search continues with older changes until some match, and says how far it got', async () => {
  const read = async (before: string) =>
    Number(before) < 3 ? { entries: [], next: String(Number(before) + 1) } : { entries: [entry], next: '4' }
  assert.deepEqual(await searchEntries(read, '0'), { entries: [entry], next: '4' })
  const none = async (before: string) => ({ entries: [], next: String(Number(before) + 1) })
  assert.deepEqual(await searchEntries(none, '0'), { entries: [], next: '10' })
})
