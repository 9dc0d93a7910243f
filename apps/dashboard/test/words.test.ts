import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import { auditActions } from '@thumbturn/contract/vocabulary/audit.ts'
import { fillPath } from '../src/api/path.ts'
import { describeAction, listChanges } from '../src/audit/words.ts'
import { describeBrowser } from '../src/common/browsers/describe.ts'
import {
  countFindings,
  findApplication,
  findCommand,
  sortFindings,
  titleFindings,
} from '../src/common/checks/findings.ts'
import { describeAssignments } from '../src/common/members/roles.ts'
import { findCode } from '../src/outbox/code.ts'
import { extractRegion, fillAddress } from '../src/overview/quickstart/fill.ts'
import { formatCalendarDay, formatRelative, formatSeconds } from '../src/ui/times.ts'

test('a path has its parameters and its query, encoded', () => {
  const path = fillPath('/users/{id}', { id: 'a/b' }, { prefix: 'ä', after: undefined })
  assert.equal(path, '/users/a%2Fb?prefix=%C3%A4')
})

test('the code of a message is found, and no phone number', () => {
  assert.equal(findCode('Your code for Shop is 482913. It expires in 10 minutes.'), '482913')
  assert.equal(findCode('Call +4930123456 or write to us.'), undefined)
})

test('samples get the address of the application', () => {
  const code = "createClient({ baseUrl: 'http://localhost:4300/apps/demo' })\n"
  assert.equal(fillAddress(code, 'https://auth.example.com'), "createClient({ baseUrl: 'https://auth.example.com' })")
})

test('a region of a sample is what lies between its marks', () => {
  const text = '# #region a\none\n# #endregion\n# #region b\ntwo\n# #endregion\n'
  assert.equal(extractRegion(text, 'b'), 'two')
  assert.throws(() => extractRegion(text, 'c'), RangeError)
})

test('changes of lists and roles read as text', () => {
  const owner = { roles: [{ application: '*', role: 'owner' }], origins: ['https://a.example', 'https://b.example'] }
  assert.deepEqual(listChanges({}, owner), [
    { field: 'roles', from: undefined, to: 'owner' },
    { field: 'origins', from: undefined, to: 'https://a.example, https://b.example' },
  ])
})

test('findings begin with the worst, and name their application and their command', () => {
  const of = (name: string, status: 'good' | 'warning' | 'broken') => ({ name, status, message: '' })
  const sorted = sortFindings([of('a', 'good'), of('b', 'broken'), of('c', 'warning')])
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['b', 'c', 'a'],
  )
  assert.equal(findApplication({ name: 'application shop' }), 'shop')
  assert.equal(findApplication({ name: 'applications' }), undefined)
  const command = 'chmod 600 /data/master.key'
  assert.equal(findCommand({ advicePhrase: { code: 'run', values: { command } } }), command)
  assert.equal(findCommand({ advicePhrase: { code: 'set_clock', values: {} } }), undefined)
  assert.equal(findCommand({}), undefined)
})

test('roles are described in a sentence', () => {
  assert.equal(describeAssignments([{ application: '*', role: 'owner' }]), 'owner')
  const roles = [
    { application: 'shop', role: 'viewer' },
    { application: 'blog', role: 'developer' },
  ] as const
  assert.equal(describeAssignments(roles), 'viewer of shop and developer of blog')
})

test('times are relative to now, and durations in the largest unit that fits', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  assert.equal(formatRelative('2026-11-22T11:57:00Z', now), '3 minutes ago')
  assert.equal(formatRelative('2026-11-24T12:00:00Z', now), 'in 2 days')
  assert.equal(formatRelative('2026-11-22T11:59:50Z', now), 'just now')
  // Two days before, in most time zones.
  assert.equal(formatRelative('2026-11-20T13:00:00Z', now), '1 day ago')
  assert.equal(formatRelative('2026-10-20T12:00:00Z', now), '1 month ago')
  assert.equal(formatCalendarDay('2026-11-22'), 'Nov 22, 2026')
  assert.equal(formatSeconds(600), '10 minutes')
  assert.equal(formatSeconds(86_400), '1 day')
  assert.equal(formatSeconds(90), '90 seconds')
})

test('every change of the audit log has words', () => {
  for (const action of auditActions) assert.notEqual(describeAction(action), action)
})

test('a change lists the fields of both sides, with values as text', () => {
  assert.deepEqual(
    listChanges({ name: 'Shop', 'settings.otpDigits': 6 }, { name: 'Store', origins: ['https://a.example'] }),
    [
      { field: 'name', from: 'Shop', to: 'Store' },
      { field: 'settings.otpDigits', from: '6', to: undefined },
      { field: 'origins', from: undefined, to: 'https://a.example' },
    ],
  )
  assert.deepEqual(listChanges(), [])
})

test('browsers are described by name and system', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'
  assert.equal(describeBrowser(safari), 'Safari on iOS')
  assert.equal(
    describeBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox on Linux',
  )
  assert.equal(describeBrowser(undefined), 'Unknown browser')
})

test('a check counts errors and warnings apart', () => {
  const findings = (['good', 'warning', 'broken', 'warning'] as const).map((status) => ({
    name: 'x',
    status,
    message: '',
  }))
  assert.deepEqual(countFindings(findings), { broken: 1, warnings: 2 })
  assert.equal(titleFindings({ broken: 0, warnings: 2 }), 'Everything works, with warnings')
})
