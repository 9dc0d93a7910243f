import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { normalizeType } from '@thumbturn/contract/vocabulary/event-types.ts'
import { Settings } from '../../../src/settings.ts'

/** Returns the names that don't match the pattern. */
const mismatches = (table: object, pattern: RegExp) => Object.keys(table).filter((name) => !pattern.test(name))

test('event types join words with underscores, never hyphens', () => {
  assert.deepEqual(mismatches(eventRegistry, /^fido2(\.[a-z]+(_[a-z]+)*){2,4}$/), [])
})

test('no setting name has a hyphen: applications use camel case, the environment upper snake case', () => {
  for (const settings of [defaultSettings, ApplicationSettings.properties])
    assert.deepEqual(mismatches(settings, /^[a-z]+([A-Z0-9][a-z0-9]*)*$/), [])
  assert.deepEqual(mismatches(Settings.properties, /^[A-Z]+(_[A-Z0-9]+)*$/), [])
})

test('current event types normalize to themselves', () => {
  for (const type of Object.keys(eventRegistry)) assert.equal(normalizeType(type), type)
})
