import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { adminApi } from '../src/admin/api.ts'
import { ApplicationSettings, defaultSettings } from '../src/vocabulary/application-settings.ts'

test('every setting has a description and a default that its own schema allows', () => {
  for (const [name, shape] of Object.entries<object>(ApplicationSettings.properties)) {
    assert.ok('description' in shape, name)
    assert.ok('default' in shape, name)
  }
  assert.ok(Value.Check(ApplicationSettings, defaultSettings))
})

test('a request that changes an application never fills in defaults for omitted settings', () => {
  for (const { body } of [adminApi.routes.applicationCreate, adminApi.routes.applicationChange])
    for (const [name, shape] of Object.entries<object>(body.properties.settings.properties))
      assert.ok(!('default' in shape), name)
})
