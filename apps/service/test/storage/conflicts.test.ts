import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findConflict } from '../../src/storage/conflicts.ts'
import { stripShard } from '../../src/storage/distribution/grouping.ts'

test('a constraint violation is a conflict of the core', () => {
  assert.equal(findConflict('spent_sessions_app_id'), 'session_spent')
  assert.equal(findConflict('spent_sessions_expires_at'), 'session_spent')
  assert.equal(findConflict('passkeys_slot'), 'slot_taken')
  assert.equal(findConflict('passkeys_missing'), 'passkey_missing')
})

test('every foreign key to users reports a missing user', () => {
  for (const table of ['passkeys', 'devices', 'refresh_families', 'access_codes'])
    assert.equal(findConflict(`${table}_owner`), 'user_missing')
})

test('the shard number that a distributed PostgreSQL appends to names is removed', () => {
  assert.equal(stripShard('spent_sessions_app_id_102041'), 'spent_sessions_app_id')
  assert.equal(stripShard('spent_sessions_102041_expires_at'), 'spent_sessions_expires_at')
  assert.equal(stripShard('devices_owner_102077'), 'devices_owner')
})

test('a constraint that only a bug can violate is not a conflict', () => {
  for (const name of ['events_id', 'constructor', '']) assert.equal(findConflict(name), undefined)
})
