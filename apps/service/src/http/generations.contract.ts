import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FreshDatabase } from '../../test/databases.ts'
import { currentWire, proxyWire, type Wire } from '../../test/generations.ts'
import { type Service, useService } from '../../test/service.ts'
import { apiKey, bodyOf, claimsOf, newDevice, newName } from '../../test/situations.ts'

const wires: Record<string, (service: Service) => Wire | Promise<Wire>> = { current: currentWire, proxy: proxyWire }

/** One story through every pair of wires: what one generation of the API has begun, the others go on with. */
export function generationsContract(fresh: FreshDatabase) {
  const running = useService(fresh)

  for (const [oneName, oneOver] of Object.entries(wires)) {
    for (const [otherName, otherOver] of Object.entries(wires)) {
      test(`a passkey registered through ${oneName} signs in and confirms through ${otherName}, and adds another`, async () => {
        const service = running()
        const [one, other] = [await oneOver(service), await otherOver(service)]
        const [username, device, second] = [newName(), newDevice(), newDevice()]
        const registered = await one.register(username, device)

        const signedIn = await other.signIn(username, device)
        const { jwtAccess: _, ...who } = registered
        assert.deepEqual({ ...signedIn, jwtAccess: undefined }, { ...who, jwtAccess: undefined })

        const confirmed = await other.confirm(username, device)
        const { txHash, sub } = claimsOf(confirmed.jwtAccess)
        assert.deepEqual([txHash, sub], [confirmed.txHash, registered.userId])

        const added = await other.register(username, second, signedIn.jwtAccess)
        assert.equal(added.userId, registered.userId)
        assert.notEqual(added.passkeyId, registered.passkeyId)
        assert.equal((await one.signIn(username, second)).passkeyId, added.passkeyId)

        await assertWorth(service, [registered, signedIn, added], confirmed.txId)
      })
    }
  }
}

/** Every token is one of the application's, and the transaction is stored, whichever wire earned them. */
async function assertWorth(service: Service, proofs: { jwtAccess: string }[], txId: string) {
  const { text: token } = await apiKey(service, ['user:read'])
  for (const { jwtAccess } of proofs)
    assert.equal((await service.post('/mgmt/token/verify', { jwtAccess }, { token })).status, 204)
  assert.equal(bodyOf<{ txId: string }>(await service.ask('GET', `/mgmt/transactions/${txId}`, { token })).txId, txId)
}
