import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import { checkMoved, findServiceLocation } from '../../src/cli/check-moved.ts'
import type { Finding } from '../../src/cli/finding.ts'
import { findLastStart, recordStart } from '../../src/core/use-cases/applications/last-start.ts'
import { openStore } from '../../src/storage/open.ts'

/** Runs the service and commands on one data folder, each with its own settings. */
function installation(t: TestContext, database: Record<string, string> = {}) {
  const settings = { DATA_DIR: dataFolder(t), ...database }
  const command = (given: Record<string, string>, text: string) =>
    runCommand(text.split(' '), { ...settings, ...given })
  const doctor = async (given: Record<string, string> = {}) => {
    const { stdout, stderr } = await command(given, 'doctor --json')
    assert.equal(stderr, '')
    return JSON.parse(stdout) as Finding[]
  }
  return {
    command,
    /** Runs the service once; returns its address. */
    async runService(given: Record<string, string>, args: readonly string[] = []): Promise<string> {
      const service = start(t, args, { PORT: '0', ...settings, ...given })
      const [, address] = (await service.says(/"address":"([^"]+)"/)) ?? []
      await service.says(/"Ready"/)
      service.kill('SIGTERM')
      const { stderr } = await service.ended
      assert.ok(address, stderr)
      return address
    },
    doctor,
    /** The doctor's warnings, by application or other subject. */
    async warnings(given: Record<string, string> = {}): Promise<Record<string, Finding[]>> {
      const found = (await doctor(given)).filter(({ verdict }) => verdict === 'warning')
      return { ...Object.groupBy(found, ({ about }) => about) } as Record<string, Finding[]>
    },
  }
}

const publicAddress = 'https://id.example.com'

anyEngine('the address where the service last started', (fresh) => {
  test('is what commands use in a shell without its settings', async (t) => {
    const database = await fresh()
    t.after(() => database.drop())
    const { command, runService, doctor } = installation(t, { DATABASE_URL: database.url })
    await runService({ BASE_URL: publicAddress })
    const create = 'app create shop --rp-id example.com --origin https://example.com --json'
    const { address } = JSON.parse((await command({}, create)).stdout) as { address: string }
    assert.equal(address, `${publicAddress}/apps/shop`)
    const link = await command({}, 'setup-link')
    assert.deepEqual([link.stderr, new URL(link.stdout.split('\n')[0]!).origin], ['', publicAddress])
    const findings = await doctor()
    assert.deepEqual(findings.filter(({ about }) => about === 'address')[0], {
      about: 'address',
      verdict: 'warning',
      says: `BASE_URL isn't set here; the service last started at ${publicAddress}, so that address was checked`,
      advice: 'Run doctor with the settings of the service: proxies, mail, and SMS were checked with those set here',
    })
    // Only in production.
    assert.ok(findings.some(({ about }) => about === 'proxies'))
    assert.ok(!findings.some(({ advice }) => advice?.includes('app set')), JSON.stringify(findings))
  })
})

anyEngine('a start', (fresh) => {
  test('is not lost if another node starts at the same time', async (t) => {
    const database = await fresh()
    t.after(() => database.drop())
    const nodes = await Promise.all([1, 2, 3].map(() => openStore(database.url)))
    const addresses = nodes.map((_, at) => `https://node-${at}.example.com`)
    await Promise.all(nodes.map((store, at) => recordStart({ store }, { address: addresses[at]!, mode: 'production' })))
    const { address, former } = (await findLastStart(nodes[0]!))!
    assert.deepEqual([address, ...former].toSorted(), addresses)
    await recordStart({ store: nodes[0]! }, { address: addresses[1]!, mode: 'development' })
    const last = (await findLastStart(nodes[0]!))!
    assert.deepEqual([last.address, last.mode, last.former.length], [addresses[1], 'development', 2])
    for (const store of nodes) await store.close()
  })
})

test("a command says that its environment differs from the service's, and uses the address of the service", async (t) => {
  const { command, runService, doctor } = installation(t)
  await runService({ BASE_URL: publicAddress })
  const difference = (given: string) => `${given} here, but the service last started at ${publicAddress}`
  for (const [given, setting] of [
    ['BASE_URL is https://typo.example.com', { BASE_URL: 'https://typo.example.com' }],
    ['PORT is 5200', { PORT: '5200' }],
  ] as const) {
    const link = await command(setting, 'setup-link')
    assert.equal(link.stderr, `Note: ${difference(given)}, so this command uses that address.\n`)
    assert.ok(link.stdout.startsWith(`${publicAddress}/`), link.stdout)
    const [address] = (await doctor(setting)).filter(({ about }) => about === 'address')
    assert.deepEqual(
      [address?.verdict, address?.says],
      ['warning', `${difference(given)}, so that address was checked`],
    )
  }
})

test('the outbox stays closed in a shell without the settings of a service in production', async (t) => {
  const { command, runService } = installation(t)
  await runService({ BASE_URL: publicAddress })
  const { code, stderr } = await command({}, 'outbox list thumbturn')
  assert.equal(code, 2)
  assert.match(stderr, /There is no outbox in production mode/)
})

test('doctor proposes no change because of the environment of its shell alone', async (t) => {
  const { command, warnings } = installation(t)
  await command({ PORT: '4300' }, 'app create shop --rp-id localhost --origin http://localhost:4300')
  await command({ PORT: '4300' }, 'app create bank --rp-id localhost --origin http://localhost:5173')
  assert.deepEqual(await warnings({ PORT: '4400' }), {})
})

test("doctor reports applications whose only origin has the service's previous port, and its advice fixes it", async (t) => {
  const { command, runService, warnings } = installation(t)
  const old = await runService({})
  await command({}, `app create shop --rp-id localhost --origin ${old}`)
  await command({}, 'app create bank --rp-id localhost --origin http://localhost:5173')
  const now = await runService({})
  assert.notEqual(now, old)
  const found = await warnings()
  assert.deepEqual(found['application shop'], [
    {
      about: 'application shop',
      verdict: 'warning',
      says: `still has ${old}, where this service was, and not ${now}, where it is now`,
      advice: `If its pages moved, too: npx thumbturn app set shop --add-origin ${now}`,
    },
  ])
  assert.equal(found['application bank'], undefined)
  assert.equal(
    found['application demo']?.[0]?.says,
    `keeps ${old}, where this service was, next to ${now}, where it is now`,
  )
  while (Object.keys(await warnings()).length > 0)
    for (const [{ advice = '' }] of Object.values(await warnings()) as [Finding][])
      assert.equal((await command({}, advice.replace(/^.*npx thumbturn /, ''))).code, 0, advice)
})

test("an origin that a developer added is no former address, and doctor doesn't propose to remove it", async (t) => {
  const { command, runService, warnings } = installation(t)
  await runService({}, ['dev'])
  await command({}, 'app set demo --add-origin http://localhost:5173')
  assert.deepEqual(await warnings(), {})
})

test("doctor reports an application that can't be used at the service's new domain", async (t) => {
  const { command, runService, warnings } = installation(t)
  const old = await runService({})
  await command({}, `app create shop --rp-id localhost --origin ${old}`)
  await runService({ BASE_URL: publicAddress })
  assert.deepEqual(
    (await warnings())['application shop']?.map(({ says, advice }) => [says, advice]),
    [
      [
        `has RP ID localhost for ${old}, where this service was; it can't be used at ${publicAddress}, where it is now`,
        'Create one for the domain of your pages: npx thumbturn app create <id> --rp-id <domain> --origin https://<domain>',
      ],
    ],
  )
})

test('no command adds an address without TLS to the origins, where passkeys never work', () => {
  const former = ['https://old.example.com']
  const shop = application('shop', { rpId: 'example.com', origins: former })
  const advise = (address: string) =>
    checkMoved(shop, findServiceLocation([shop], address, { address, former })).map(({ advice }) => advice)
  assert.deepEqual(advise(publicAddress), [
    `If its pages moved, too: npx thumbturn app set shop --add-origin ${publicAddress}`,
  ])
  assert.deepEqual(advise('http://id.example.com'), [])
})

test('doctor reports that members can use no passkeys at the new domain', async (t) => {
  const { command } = installation(t)
  await command({ BASE_URL: 'https://typo.example.com' }, 'app list')
  const { code, stdout } = await command({ BASE_URL: publicAddress }, 'doctor --json')
  assert.equal(code, 1)
  const found = (JSON.parse(stdout) as Finding[]).filter(({ about }) => about === 'application thumbturn')
  assert.deepEqual(found, [
    {
      about: 'application thumbturn',
      verdict: 'broken',
      says: `members' passkeys are bound to typo.example.com and used at https://typo.example.com, not at ${publicAddress}`,
      advice: 'Start the service with this BASE_URL; it then accepts this address',
    },
  ])
})
