import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDeviceName } from '../../../../src/core/use-cases/devices/identify.ts'

test('a device is named by its client and its operating system, each once', () => {
  assert.equal(formatDeviceName({ clientName: 'Firefox', osName: 'Linux' }), 'Firefox on Linux')
  assert.equal(formatDeviceName({ clientName: 'Shop for iOS', osName: 'iOS' }), 'Shop for iOS')
  assert.equal(formatDeviceName({ osName: 'iOS' }), 'iOS')
  assert.equal(formatDeviceName({}), 'Unknown device')
})
