import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  newName,
  readBody,
  requestGrant,
  type SignedUpUser,
  signUpUser,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { settleMasterKey } from '../../../src/adapters/key-check.ts'
import { keyRingFact, openInstallationKey, parseKeyRing } from '../../../src/adapters/key-ring.ts'
import { openStore } from '../../../src/storage/open.ts'

const newKey = () => randomBytes(32).toString('base64url')

eachEngine('a rotation of the master key', (fresh) => {
  test('fails no sign-in on two nodes that restart one after the other, and changes nothing that users have', async (t) => {
    const database = await fresh({ migrated: true })
    const [first, next, folder] = [newKey(), newKey(), dataFolder(t)]
    const file = join(folder, 'next.key')
    writeFileSync(file, next)
    const command = (text: string, key: string) =>
      runCommand(text.split(' '), { DATA_DIR: folder, DATABASE_URL: database.url, THUMBTURN_MASTER_KEY: key })
    const nodes = [await startNode(t, database.url, first), await startNode(t, database.url, first)]
    const users = [await signUpUser(nodes[0]!), await signUpUser(nodes[1]!)]
    const unknown = await readDecoys(nodes[0]!)
    const grant = await requestGrant(nodes[0]!, newName(), ['reg:write'])

    const load = startLoad(nodes, users)
    assert.equal((await command(`master-key rotate --key-file ${file}`, first)).code, 0)
    await load.untilMore()
    nodes[1] = await startNode(t, database.url, next)
    await load.untilMore()
    // Both keys open the database during the rotation.
    await startNode(t, database.url, first)
    assert.equal((await command('master-key finish', next)).code, 0)
    await load.untilMore()
    nodes[0] = await startNode(t, database.url, next)
    await load.untilMore()
    assert.deepEqual(await load.stop(), [])

    await assert.rejects(startNode(t, database.url, first), /belongs to another master key/)
    assert.deepEqual(await readDecoys(nodes[0]!), unknown)
    const verified = await nodes[0]!.post('/reg/init', { app: { id: 'demo' }, deviceInfo: {} }, { token: grant })
    assert.equal(verified.status, 200)
  })
})

/** A node as `serve` opens it, with this master key. */
async function startNode(t: TestContext, databaseUrl: string, given: string): Promise<Service> {
  const store = await openStore(databaseUrl)
  t.after(() => store.close())
  await settleMasterKey({ store, given, folder: '/nowhere', random: randomBytes })
  const ring = parseKeyRing((await store.installation.find(keyRingFact))!)
  const secret = openInstallationKey(ring, Buffer.from(given, 'base64url'))!
  const service = await startService({ databaseUrl, store, secret })
  t.after(() => service.server.close())
  return service
}

/** Sign-ins that one node starts and the other completes; `stop` returns the failed responses. */
function startLoad(nodes: readonly Service[], users: readonly SignedUpUser[]) {
  const failures: string[] = []
  let [completed, isOver] = [0, false]
  async function signInOver(user: SignedUpUser, turn: number) {
    const { session, assertionOptions } = await startSignIn(nodes[turn % 2]!, user.username)
    const assertionResult = user.device.get(assertionOptions)
    const response = await nodes[(turn + 1) % 2]!.post('/auth/complete', { session, assertionResult })
    if (response.status !== 200) failures.push(`${response.status} ${response.text}`)
    completed++
  }
  const running = Promise.all(
    users.map(async (user) => {
      for (let turn = 0; !isOver; turn++)
        await signInOver(user, turn).catch((error: Error) => failures.push(error.message))
    }),
  )
  return {
    async untilMore() {
      const goal = completed + 6
      while (completed < goal && failures.length === 0) await new Promise(setImmediate)
    },
    async stop() {
      isOver = true
      await running
      return failures
    },
  }
}

/** The credential IDs for a username that no user has: they must not reveal a rotation. */
const readDecoys = async (node: Service) =>
  readBody<{ assertionOptions: { allowCredentials: object[] } }>(
    await node.post('/auth/init', { app: { id: 'demo' }, deviceInfo: {}, user: { username: 'unknown@example.com' } }),
  ).assertionOptions.allowCredentials
