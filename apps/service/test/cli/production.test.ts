import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, run, start } from '@thumbturn/service-harness/program.ts'

const production = { THUMBTURN_MODE: 'production', PORT: '0', BASE_URL: 'http://localhost:0' }

async function startProduction(t: TestContext, settings: Record<string, string> = {}) {
  const DATA_DIR = dataFolder(t)
  const program = start(t, [], { ...production, DATA_DIR, ...settings })
  const found = await program.says(/"address":"(http:\/\/localhost:\d+)"/)
  if (!found) assert.fail((await program.ended).stderr)
  const [, address = ''] = found
  return { program, address, DATA_DIR }
}

test('serving in production without BASE_URL fails and says what to set', async (t) => {
  for (const args of [[], ['serve']]) {
    const settings = { THUMBTURN_MODE: 'production', DATA_DIR: dataFolder(t) }
    const { code, stdout, stderr } = await run(t, args, settings)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /BASE_URL must be set in production: .* https:\/\/id\.example\.com.*npx thumbturn dev/)
  }
})

test('administering an installation in production needs no BASE_URL', async (t) => {
  const settings = { THUMBTURN_MODE: 'production', DATA_DIR: dataFolder(t) }
  assert.equal((await run(t, ['app', 'list'], settings)).code, 0)
})

test('production serves no demo page and creates no application, but prints the command that does', async (t) => {
  const { program, address, DATA_DIR } = await startProduction(t)
  const line = await program.says(/^.*"Ready".*$/m)
  const { createApplication } = JSON.parse(line![0]) as { createApplication: string }
  const command = /npx thumbturn (app create my-app --name "My app" --rp-id localhost --origin \S+)/.exec(
    createApplication,
  )
  assert.equal((await fetch(`${address}/demo/`)).status, 404)
  assert.equal((await fetch(`${address}/apps/demo/fido2/v2/.well-known/jwks.json`)).status, 404)
  const args = command![1]!.replaceAll('"My app"', 'My-app').split(' ')
  assert.equal((await runCommand(args, { DATA_DIR })).code, 0)
  // The running service reads its applications again after a second.
  while (!(await fetch(`${address}/apps/my-app/fido2/v2/.well-known/jwks.json`)).ok) await setTimeout(50)
})

for (const [BASE_URL, THUMBTURN_MODE] of [
  ['https://corp.example', 'production'],
  ['https://id.example.co.uk', 'production'],
  ['https://dev.example.com', 'development'],
  ['http://10.0.0.7:4300', 'production'],
] as const) {
  test(`at ${BASE_URL}, a service in ${THUMBTURN_MODE} creates no demo, and the command that it prints works`, async (t) => {
    const DATA_DIR = dataFolder(t)
    const program = start(t, [], { BASE_URL, THUMBTURN_MODE, PORT: '0', DATA_DIR })
    const line = await program.says(/^.*"Ready".*$/m)
    const { createApplication } = JSON.parse(line![0]) as { createApplication: string }
    const [, command] = /npx thumbturn (app create my-app .*)$/.exec(createApplication)!
    const created = await runCommand(command!.replaceAll('"My app"', 'My-app').split(' '), { DATA_DIR, BASE_URL })
    assert.equal(created.code, 0, created.stderr)
    const { stdout } = await runCommand(['app', 'list', '--json'], { DATA_DIR })
    assert.deepEqual(
      (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id),
      ['thumbturn', 'my-app'],
    )
  })
}

test("production doesn't print that command once an application exists", async (t) => {
  const DATA_DIR = dataFolder(t)
  const create = ['app', 'create', 'shop', '--rp-id', 'localhost', '--origin', 'http://localhost:3000']
  assert.equal((await runCommand(create, { DATA_DIR })).code, 0)
  const program = start(t, [], { ...production, DATA_DIR })
  await program.says(/"Ready"/)
  program.kill('SIGTERM')
  assert.doesNotMatch((await program.ended).stdout, /app create/)
})

test('a start says that members can use no passkeys at its address, and prints no link that no browser could use', async (t) => {
  const DATA_DIR = dataFolder(t)
  const startAt = async (BASE_URL: string) => {
    const program = start(t, [], { ...production, DATA_DIR, BASE_URL })
    await program.says(/"Ready"/)
    program.kill('SIGTERM')
    const lines = (await program.ended).stdout.trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const find = (lines: readonly Record<string, unknown>[], msg: string) => lines.find((line) => line.msg === msg)
  const unusable = await startAt('http://192.0.2.7')
  const warning = find(unusable, "Members can't use passkeys at BASE_URL")!
  assert.deepEqual([warning.level, warning.address], [40, 'http://192.0.2.7'])
  assert.match(`${warning.problem}. ${warning.advice}`, /is an IP address, and passkeys are bound to domains\. Use /)
  const ready = find(unusable, 'Ready')!
  assert.deepEqual([ready.setUpLink, ready.createSetUpLink], [undefined, 'npx thumbturn setup-link'])
  const corrected = await startAt('https://id.example.org')
  assert.equal(find(corrected, warning.msg as string), undefined)
  assert.match(String(find(corrected, 'Ready')!.setUpLink), /^https:\/\/id\.example\.org\/dashboard\/join#tti_/)
  const { stdout, stderr } = await runCommand(['setup-link'], { DATA_DIR, BASE_URL: 'https://id.example.org' })
  assert.match(stdout, /^https:\/\/id\.example\.org\/dashboard\/join#tti_/)
  assert.equal(stderr, '')
})

test('`thumbturn dev` serves in development mode, whatever THUMBTURN_MODE says', async (t) => {
  const program = start(t, ['dev'], { THUMBTURN_MODE: 'production', PORT: '0', DATA_DIR: dataFolder(t) })
  const found = await program.says(/"address":"(http:\/\/localhost:\d+)"/)
  if (!found) assert.fail((await program.ended).stderr)
  assert.equal((await fetch(`${found[1]}/apps/demo/fido2/v2/.well-known/jwks.json`)).status, 200)
})
