import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGroupNameProblem, isInAnyGroup, toGroupKey } from '../../../../src/core/model/groups/group.ts'

for (const name of ['admins', 'Alle Mitarbeiter', 'grafana:editor', 'team-a/b', '管理者', 'a'.repeat(64)])
  test(`a group can have the name ${name}`, () => {
    assert.equal(findGroupNameProblem(name), undefined)
  })

const invalid: [string, RegExp][] = [
  ['', /1 to 64/],
  ['a'.repeat(65), /1 to 64/],
  ['two\nlines', /one line/],
  [' admins', /space/],
  ['admins ', /space/],
  ['users,admins', /must not have ,/],
  ['users;admins', /must not have ,/],
  ['users|admins', /must not have ,/],
  ['adm\u200bins', /U\+200B/],
  ['adm\u202eins', /U\+202E/],
]
for (const [name, problem] of invalid)
  test(`a group cannot have the name ${JSON.stringify(name)}`, () => {
    assert.match(findGroupNameProblem(name) ?? '', problem)
  })

test('names are compared in any case and Unicode form', () => {
  const groups = [{ nameKey: toGroupKey('Büro') }]
  assert.equal(isInAnyGroup(groups, ['staff', 'BU\u0308RO']), true)
  assert.equal(isInAnyGroup(groups, ['Buro']), false)
  assert.equal(isInAnyGroup(groups, []), false)
})
