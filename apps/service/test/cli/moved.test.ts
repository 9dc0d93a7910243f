import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import { checkMoved, findServiceLocation } from '../../src/cli/check-moved.ts'
import type { Finding } from '../../src/cli/finding.ts'

const first = { PORT: '4300' }

/** Runs commands on one data folder, each with its own settings. */
function installation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const command = (settings: Record<string, string>, text: string) =>
    runCommand(text.split(' '), { DATA_DIR, ...settings })
  return {
    DATA_DIR,
    command,
    /** The doctor's warnings, by application. */
    async warnings(settings: Record<string, string>): Promise<Record<string, Finding[]>> {
      const { stdout, stderr } = await command(settings, 'doctor --json')
      assert.equal(stderr, '')
      const found = (JSON.parse(stdout) as Finding[]).filter(({ verdict }) => verdict === 'warning')
      return { ...Object.groupBy(found, ({ about }) => about) } as Record<string, Finding[]>
    },
  }
}

test("doctor reports applications whose only origin has the service's previous port", async (t) => {
  const { command, warnings } = installation(t)
  await command(first, 'app create shop --rp-id localhost --origin http://localhost:4300')
  await command(first, 'app create bank --rp-id localhost --origin http://localhost:5173')
  assert.deepEqual(await warnings(first), {})
  const found = await warnings({ PORT: '4400' })
  assert.deepEqual(Object.keys(found).toSorted(), ['application shop', 'application thumbturn'])
  assert.deepEqual(found['application shop'], [
    {
      about: 'application shop',
      verdict: 'warning',
      says: 'still has http://localhost:4300, where this service was, and not http://localhost:4400, where it is now',
      advice: 'npx thumbturn app set shop --origin http://localhost:4400',
    },
  ])
})

test('doctor reports an old localhost origin next to the new one, and its advice fixes it', async (t) => {
  const { command, warnings, DATA_DIR } = installation(t)
  // Both starts use a free port.
  for (let times = 0; times < 2; times++) {
    const service = start(t, [], { DATA_DIR, PORT: '0' })
    await service.says(/"Ready"/)
    service.kill('SIGTERM')
    await service.ended
  }
  const { stdout } = await command({}, 'app show demo --json')
  const [old, now] = (JSON.parse(stdout) as { origins: string[] }).origins
  assert.ok(old && now && old !== now, stdout)
  const settings = { BASE_URL: now }
  const found = await warnings(settings)
  assert.equal(
    found['application demo']?.[0]?.says,
    `keeps ${old}, where this service was, next to ${now}, where it is now`,
  )
  for (const [{ advice = '' }] of Object.values(found) as [Finding][])
    assert.equal((await command(settings, advice.replace(/^.*npx thumbturn /, ''))).code, 0, advice)
  assert.deepEqual(await warnings(settings), {})
})

test("doctor reports an application that can't be used at the service's new domain", async (t) => {
  const { command, warnings } = installation(t)
  await command(first, 'app create shop --rp-id localhost --origin http://localhost:4300')
  const found = await warnings({ BASE_URL: 'https://id.example.com' })
  assert.deepEqual(
    found['application shop']?.map(({ says, advice }) => [says, advice]),
    [
      [
        'has RP ID localhost for http://localhost:4300, where this service was; it cannot be used at https://id.example.com, where it is now',
        'Create one for the domain of your pages: npx thumbturn app create <id> --rp-id <domain> --origin https://<domain>',
      ],
    ],
  )
})

test('no command adds an address without TLS to the origins, where passkeys never work', () => {
  const own = application('thumbturn', { rpId: 'example.com', origins: ['https://old.example.com'] })
  const shop = application('shop', { origins: own.origins })
  const advise = (address: string) =>
    checkMoved(shop, findServiceLocation([own, shop], address)).map(({ advice }) => advice)
  assert.deepEqual(advise('https://id.example.com'), ['npx thumbturn app set shop --origin https://id.example.com'])
  assert.deepEqual(advise('http://id.example.com'), [])
})

test('doctor reports that members can use no passkeys at the new domain', async (t) => {
  const { command } = installation(t)
  await command({ BASE_URL: 'https://typo.example.com' }, 'app list')
  const { code, stdout } = await command({ BASE_URL: 'https://id.example.com' }, 'doctor --json')
  assert.equal(code, 1)
  const found = (JSON.parse(stdout) as Finding[]).filter(({ about }) => about === 'application thumbturn')
  assert.deepEqual(found, [
    {
      about: 'application thumbturn',
      verdict: 'broken',
      says: "members' passkeys are bound to typo.example.com and used at https://typo.example.com, not at https://id.example.com",
      advice: 'Start the service with this BASE_URL; it then accepts this address',
    },
  ])
})
