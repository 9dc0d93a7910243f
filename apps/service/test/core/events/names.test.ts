import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { Settings } from '../../../src/config.ts'
import { eventRegistry } from '../../../src/core/model/events/registry.ts'
import { normalizeType } from '../../../src/storage/tables/event-types.ts'

/** Those of the names that are not written as the pattern demands. */
const mismatches = (table: object, pattern: RegExp) => Object.keys(table).filter((name) => !pattern.test(name))

test('the words of an event type are joined by underscores, never by hyphens', () => {
  assert.deepEqual(mismatches(eventRegistry, /^fido2(\.[a-z]+(_[a-z]+)*){2,4}$/), [])
})

test('no name of a setting has a hyphen: camel case in applications, upper snake case in the environment', () => {
  for (const settings of [defaultSettings, ApplicationSettings.properties])
    assert.deepEqual(mismatches(settings, /^[a-z]+([A-Z0-9][a-z0-9]*)*$/), [])
  assert.deepEqual(mismatches(Settings.properties, /^[A-Z]+(_[A-Z0-9]+)*$/), [])
})

test("today's event types are their own spelling", () => {
  for (const type of Object.keys(eventRegistry)) assert.equal(normalizeType(type), type)
})
