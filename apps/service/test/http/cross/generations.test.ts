import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { currentWire, gen1Wire, proxyWire, type Wire } from '@thumbturn/service-harness/generations.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, newDevice, newName, readClaims } from '@thumbturn/service-harness/situations.ts'

const wires: Record<string, (service: Service) => Wire | Promise<Wire>> = {
  'the current API': currentWire,
  'the proxy API': proxyWire,
  'the first generation': gen1Wire,
}

/** One scenario through every pair of API generations: what one generation starts, the other continues. */
anyEngine('one scenario through every API generation', (fresh) => {
  const running = useService(fresh)

  for (const [oneName, oneOver] of Object.entries(wires)) {
    for (const [otherName, otherOver] of Object.entries(wires)) {
      test(`a passkey registered through ${oneName} signs in and confirms through ${otherName}`, async () => {
        const service = running()
        const [one, other] = [await oneOver(service), await otherOver(service)]
        const [username, device] = [newName(), newDevice()]
        const registered = await one.register(username, device)

        const signedIn = await other.signIn(username, device)
        assert.deepEqual({ ...signedIn, jwtAccess: registered.jwtAccess }, registered)

        const confirmed = await other.confirm(username, device)
        const { txHash, sub } = readClaims(confirmed.jwtAccess)
        assert.deepEqual([txHash, sub], [confirmed.txHash, registered.userId])

        await assertWorth(service, [registered, signedIn, confirmed])
        const stored = await service.database.query(`select user_id from transactions where tx_hash = '${txHash}'`)
        assert.deepEqual(
          stored.map((row) => row.user_id),
          [registered.userId],
        )
      })

      // The first generation adds passkeys with codes and through its backend, not with user tokens.
      if (otherOver === gen1Wire) continue
      test(`the token that ${oneName} issued adds a passkey through ${otherName}`, async () => {
        const service = running()
        const [one, other] = [await oneOver(service), await otherOver(service)]
        const [username, first, second] = [newName(), newDevice(), newDevice()]
        const { userId, jwtAccess } = await one.register(username, first)
        const added = await other.add!(username, second, jwtAccess)
        assert.equal(added.userId, userId)
        assert.equal((await one.signIn(username, second)).passkeyId, added.passkeyId)
        assert.equal((await other.signIn(username, first)).userId, userId)
      })
    }
  }
})

/** Every token verifies at the application, whichever generation issued it. */
async function assertWorth(service: Service, proofs: { jwtAccess: string }[]) {
  const { text: token } = await apiKey(service, [])
  for (const { jwtAccess } of proofs)
    assert.equal((await service.post('/mgmt/token/verify', { jwtAccess }, { token })).status, 204)
}
