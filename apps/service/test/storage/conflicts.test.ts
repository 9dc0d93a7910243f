import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findConflict } from '../../src/storage/conflicts.ts'

test('a broken constraint is a conflict of the core', () => {
  assert.equal(findConflict('spent_sessions_id'), 'session_spent')
  assert.equal(findConflict('spent_sessions_expires_at'), 'session_spent')
  assert.equal(findConflict('passkeys_slot'), 'slot_taken')
  assert.equal(findConflict('passkeys_missing'), 'passkey_missing')
})

test('every foreign key to the user says that there is no such user', () => {
  for (const table of ['passkeys', 'devices', 'refresh_families', 'access_codes'])
    assert.equal(findConflict(`${table}_owner`), 'user_missing')
})

test('the number of a shard, which a distributed PostgreSQL appends to names, changes nothing', () => {
  assert.equal(findConflict('spent_sessions_id_102041'), 'session_spent')
  assert.equal(findConflict('spent_sessions_102041_expires_at'), 'session_spent')
  assert.equal(findConflict('devices_owner_102077'), 'user_missing')
})

test('a constraint that only a mistake of ours can break is no conflict', () => {
  for (const name of ['events_id', 'constructor', '']) assert.equal(findConflict(name), undefined)
})
