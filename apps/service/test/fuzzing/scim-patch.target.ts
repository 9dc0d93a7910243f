import assert from 'node:assert/strict'
import { attemptAsync, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { createBudget } from '../../src/http/scim/budget.ts'
import { ScimError } from '../../src/http/scim/errors.ts'
import { applyPatch } from '../../src/http/scim/patch.ts'
import { type Document, readDocument } from '../../src/http/scim/resource.ts'
import type { ResourceType } from '../../src/http/scim/schema.ts'
import { parseJson } from './parse-json.ts'

/** A change of it would be an error. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

const resources: Readonly<Record<ResourceType, Document>> = freeze({
  User: {
    userName: 'ada@example.com',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    active: true,
    emails: [
      { value: 'ada@example.com', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ],
    externalId: 'a-1',
  },
  Group: { displayName: 'Admins', members: [{ value: '1' }, { value: '2', type: 'User' }] },
})

async function patch(type: ResourceType, body: unknown): Promise<boolean> {
  const budget = createBudget({ pause: () => Promise.resolve() })
  const changed = await attemptAsync(ScimError, async () =>
    readDocument(type, await applyPatch(type, resources[type], { body, budget })),
  )
  if (!changed) return false
  assert.deepEqual(readDocument(type, changed), changed)
  const primary = ((changed.emails ?? []) as Document[]).filter((email) => email.primary === true)
  assert.ok(primary.length <= 1, 'one primary email address')
  return true
}

const operations = (...list: object[]) => JSON.stringify({ Operations: list })

export const target: FuzzTarget = {
  promise:
    'a PATCH is applied or rejected by a ScimError; the resource stays as it was, and what it becomes could have been sent as a whole, with one primary email address',
  sources: ['apps/service/src/http/scim/{patch,patch-values,paths,resource}.ts'],
  isJson: true,
  seeds: [
    operations({ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.com' }),
    operations({ op: 'Add', value: { userName: 'b', 'name.givenName': 'B', emails: ['c@example.com'] } }),
    operations({ op: 'remove', path: 'name.familyName' }, { op: 'remove', path: 'members[value eq "1"]' }),
    operations({ op: 'add', path: 'emails', value: [{ value: 'x@example.com', display: 'X' }] }),
    operations({ op: 'replace', value: { displayName: 'Other', members: [{ value: '3' }] } }),
    operations({ op: 'replace', path: 'emails[type eq "home"].primary', value: 'False' }),
    operations({ op: 'remove', path: 'members', value: [{ value: '2' }] }),
    operations({ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'false' }),
  ],
  words: [
    'emails[type eq "other"].primary',
    'emails[value pr].display',
    'emails.type',
    'name',
    '$ref',
    'meta.created',
    'True',
  ],
  async run(input) {
    const body = parseJson(input)
    return (await patch('User', body)) || (await patch('Group', body))
  },
  planted: {
    without: 'the rule that one email address is primary',
    file: 'apps/service/src/http/scim/patch-values.ts',
    check: 'return settlePrimary(current, changed)',
    instead: 'return changed',
  },
}
