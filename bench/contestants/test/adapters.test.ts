import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { Adapter, RunningContestant, Work } from '../../adapters/adapter.ts'
import { adapters, findAdapter } from '../../adapters/adapters.ts'
import { readOptions } from '../../load/options.ts'
import { measureRound } from '../../load/round.ts'
import { createFlowOver } from '../../load/sign-in.ts'

type Signer = ReturnType<typeof createSigner>

/** Runs `act` at a contestant that runs. */
async function atContestant(adapter: Adapter, act: (signer: Signer) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-bench-'))
  const started = await adapter.start({ port: await findFreePort(), folder, env: {} })
  const connection = new RawConnection(started.ports[0]!)
  try {
    await act(createSigner(adapter, started, connection))
  } finally {
    connection.close()
    started.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function createSigner(adapter: Adapter, { ports, pids, credential }: RunningContestant, connection: RawConnection) {
  const flow = createFlowOver(adapter, ports[0]!, { mode: 'passkey', credential })
  type User = Awaited<ReturnType<typeof flow.register>>
  return {
    register: () => flow.register(connection, 'ann'),
    signIn: (user: User) => flow.signIn(connection, user),
    checkRejection: (user: User, work?: Work) => flow.checkRejection(connection, user, work),
    measure: (users: readonly User[], work: Work) =>
      measureRound({ flow, users, ports, pids, databasePid: undefined }, { seconds: 0.3, concurrency: 2, work }),
  }
}

/** Thumbturn is measured as its bundle, which only whole runs of tests build. */
const withoutBundle = findAdapter('thumbturn').missing?.() ?? false

for (const name of ['floor', 'simplewebauthn', 'better-auth', 'thumbturn'])
  test(`${name} does its work, and rejects wrong signatures`, { skip: name === 'thumbturn' && withoutBundle }, () =>
    atContestant(findAdapter(name), async ({ register, checkRejection, measure }) => {
      const user = await register()
      const { works } = findAdapter(name)
      for (const work of works) {
        await checkRejection(user, work)
        const { errors, firstError, perSecond } = await measure([user], work)
        assert.equal(errors, 0, `${work}: ${firstError}`)
        assert.ok(perSecond > 0)
      }
    }),
  )

test('a contestant that accepts a wrong signature is caught', async () => {
  const floor = findAdapter('floor')
  const careless: Adapter = { ...floor, calls: (site) => ({ ...floor.calls(site), finish: async () => '' }) }
  await atContestant(careless, async ({ register, checkRejection }) => {
    const user = await register()
    await assert.rejects(checkRejection(user), /accepts a wrong signature/)
  })
})

test('a contestant that accepts a changed token or a wrong signature of a transaction is caught', async () => {
  const better = findAdapter('better-auth')
  const careless: Adapter = {
    ...better,
    calls: (site) => {
      const calls = better.calls(site)
      const { begin: beginTransaction } = calls
      return { ...calls, beginTransaction, finishTransaction: async () => {}, verify: async () => {} }
    },
  }
  await atContestant(careless, async ({ register, checkRejection }) => {
    const user = await register()
    await checkRejection(user)
    await assert.rejects(checkRejection(user, 'verifications'), /accepts a changed token or session/)
    await assert.rejects(checkRejection(user, 'transactions'), /accepts a wrong signature of a transaction/)
  })
})

test('errors of a round are counted apart, and its connections are opened again', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const flow = createFlowOver(findAdapter('floor'), port, { mode: 'passkey' })
  const user = { username: 'ann', credentialId: 'AAAA' }
  const ground = { flow, users: [user], ports: [port], pids: [process.pid], databasePid: undefined }
  const round = await measureRound(ground, { seconds: 10, concurrency: 2, work: 'sign-ins' })
  server.close()
  assert.ok(round.errors >= 100, 'a round ends early after a hundred errors')
  assert.equal(round.perSecond, 0)
})

test('options that no run can follow are rejected, and so is saving an unusual run', () => {
  const rejections: [string, RegExp][] = [
    ['--work dreams', /--work is one of sign-ins, sign-ups, transactions, verifications, authorizations, not dreams/],
    ['--fsync-ms 2 --save', /--save keeps no run with --fsync-ms/],
    ['--mode name --rate 200 --save', /--save keeps only sign-ins with --mode name, without --rate/],
    ['--only floor,better-auth --save', /--save keeps no sign-ins without thumbturn/],
    ['--only better-auth --work transactions', /better-auth has no transactions; it has sign-ins and verifications/],
    ['--work transactions --concurrency 1,8 --save', /--save keeps transactions neither at a rate nor/],
    ['--users none', /--users takes whole numbers from 1, not none/],
  ]
  for (const [given, message] of rejections) assert.throws(() => readOptions(given.split(' ')), message)
})

test('each usual run is saved in a part of its own', { skip: withoutBundle }, () => {
  const parts: [string, string][] = [
    ['', 'signIns'],
    ['--work sign-ups', 'signUps'],
    ['--work transactions', 'transactions'],
    ['--work verifications --only thumbturn,better-auth', 'verifications'],
    ['--concurrency 1,8,32,128', 'byConcurrency'],
    ['--rate 200', 'constantRate'],
    ['--mode name', 'namedSignIns'],
  ]
  for (const [given, part] of parts)
    assert.equal(readOptions([...given.split(' '), '--save'].filter(Boolean)).part, part)
  assert.equal(readOptions([]).part, undefined)
})

test('only contestants that can do the work take part in it', () => {
  const { names } = readOptions(['--work', 'verifications'])
  assert.ok(names.includes('better-auth') && !names.includes('floor'))
  for (const name of names) assert.ok(adapters[name]!.works.includes('verifications'))
})

test('a contestant whose program no environment variable names says so, and an unknown one is no contestant', () => {
  assert.match(findAdapter('pocket-id').missing!()!, /BENCH_POCKET_ID/)
  assert.throws(() => findAdapter('unknown'), /There is no contestant unknown/)
})
