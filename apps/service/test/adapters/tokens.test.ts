import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { createJwsSigner } from '../../src/adapters/jws.ts'

const claims = { tokenType: 'grant', username: 'ada', scopes: [], sub: undefined } as const

anyEngine('signing keys of tokens', (fresh) => {
  const running = useService(fresh)

  test("a node with another master key can't sign, and says why", async () => {
    const { database, core, application } = running()
    const other = await startService({ databaseUrl: database.url })
    try {
      await assert.rejects(other.core.tokens.sign(application, claims, 60), /The master key does not open signing key/)
      assert.ok(await core.tokens.sign(application, claims, 60))
    } finally {
      await other.close()
    }
  })

  test('a token of an unknown key is rejected for that reason', async () => {
    const { core, application } = running()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const token = await createJwsSigner(privateKey, { kid: 'unknown', alg: 'ES256' })({ ...claims, aud: 'demo' })
    await assert.rejects(async () => core.tokens.verify(application, token), {
      code: 'unauthorized',
      cause: 'no such key',
    })
  })

  test('an application without a signing key signs nothing', async () => {
    const { database, core, application, clock } = running()
    await database.query('delete from signing_keys')
    clock.advance(61_000)
    await assert.rejects(core.tokens.sign(application, claims, 60), /has no signing key/)
    await assert.rejects(core.tokens.publicKeys(application), /has no signing key/)
  })
})

test("a key that can't sign with ES256 is an error of the thread pool", async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  await assert.rejects(createJwsSigner(privateKey, { kid: 'kid', alg: 'ES256' })({}))
})
