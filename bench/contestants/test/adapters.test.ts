import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { Adapter } from '../../adapters/adapter.ts'
import { findAdapter } from '../../adapters/adapters.ts'
import { createFlowOver } from '../../load/sign-in.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Runs `act` with a user registered at a contestant that runs. */
async function atContestant(adapter: Adapter, act: (flow: ReturnType<typeof signer>) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-bench-'))
  const started = await adapter.start({ port: await freePort(), folder, env: {} })
  const connection = new RawConnection(started.ports[0]!)
  try {
    await act(signer(adapter, started.ports[0]!, connection))
  } finally {
    connection.close()
    started.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function signer(adapter: Adapter, port: number, connection: RawConnection) {
  const flow = createFlowOver(adapter, port, 'passkey')
  return {
    register: () => flow.register(connection, 'ann'),
    signIn: (user: Awaited<ReturnType<typeof flow.register>>) => flow.signIn(connection, user),
    checkRejection: (user: Awaited<ReturnType<typeof flow.register>>) => flow.checkRejection(connection, user),
  }
}

for (const name of ['floor', 'simplewebauthn', 'better-auth'])
  test(`${name} signs a user in, and rejects a wrong signature`, () =>
    atContestant(findAdapter(name), async ({ register, signIn, checkRejection }) => {
      const user = await register()
      await signIn(user)
      await checkRejection(user)
    }))

test('a contestant that accepts a wrong signature is caught', async () => {
  const floor = findAdapter('floor')
  const careless: Adapter = { ...floor, calls: (site) => ({ ...floor.calls(site), finish: async () => {} }) }
  await atContestant(careless, async ({ register, checkRejection }) => {
    const user = await register()
    await assert.rejects(checkRejection(user), /accepts a wrong signature/)
  })
})

test('a contestant whose program no environment variable names says so, and an unknown one is no contestant', () => {
  assert.match(findAdapter('pocket-id').missing!()!, /BENCH_POCKET_ID/)
  assert.throws(() => findAdapter('unknown'), /There is no contestant unknown/)
})
