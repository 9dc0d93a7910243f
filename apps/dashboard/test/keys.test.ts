import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import type { Route } from '@thumbturn/contract'
import { currentApi } from '@thumbturn/contract/current/api.ts'
import { openidApi } from '@thumbturn/contract/openid/api.ts'
import { findState, toExpiry } from '../src/common/keys/expiry.ts'
import { offeredScopes } from '../src/keys/scopes.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

test('a key expires as many days from now as were chosen, or never', () => {
  assert.equal(toExpiry('30', now), '2026-12-22T12:00:00.000Z')
  assert.equal(toExpiry('', now), undefined)
})

test('a key is about to expire in its last two weeks', () => {
  const states = [undefined, '2026-12-07T12:00:00Z', '2026-12-06T11:59:59Z', '2026-11-22T12:00:00Z'].map((expiresAt) =>
    findState({ expiresAt }, now),
  )
  assert.deepEqual(states, ['active', 'active', 'expiring', 'expired'])
  assert.equal(findState({ expiresAt: '2020-01-01T00:00:00Z', revokedAt: '2019-01-01T00:00:00Z' }, now), 'revoked')
})

test('each scope that a key can get in the dashboard is required by a call', () => {
  const routes: Route[] = [...Object.values(currentApi.routes), ...Object.values(openidApi.routes)]
  const required = routes.map(({ access }) => ('scope' in access ? access.scope : ''))
  const useless = offeredScopes.filter((scope) => !required.includes(scope))
  assert.deepEqual(useless, [])
  assert.ok(!required.includes('profile:read'))
})
