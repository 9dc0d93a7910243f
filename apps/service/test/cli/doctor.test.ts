import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { smallDisk } from '@thumbturn/service-harness/small-disk.ts'

type Finding = { about: string; verdict: string; says: string }

/** The first finding about each thing. */
async function diagnosed(t: TestContext, settings: Record<string, string>): Promise<Map<string, Finding>> {
  const { stdout } = await runCommand(['doctor', '--json'], { DATA_DIR: dataFolder(t), ...settings })
  return new Map((JSON.parse(stdout) as Finding[]).toReversed().map((finding) => [finding.about, finding]))
}

test("doctor claims no TLS for a host that it didn't reach", async (t) => {
  const address = (await diagnosed(t, { BASE_URL: 'https://auth.invalid' })).get('address')
  assert.equal(address?.verdict, 'warning')
  assert.match(address.says, /could not be reached from here \(E[A-Z_]+\), so its TLS was not checked/)
})

test('doctor detects a host without TLS', async (t) => {
  const plain: Server = createServer(
    (socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  )
  await new Promise<void>((resolve) => plain.listen(0, 'localhost', resolve))
  t.after(() => plain.close())
  const { port } = plain.address() as { port: number }
  const address = (await diagnosed(t, { BASE_URL: `https://localhost:${port}` })).get('address')
  assert.equal(address?.verdict, 'broken')
  assert.match(address.says, /has no TLS that browsers accept/)
})

test('doctor detects a full disk', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  const before = await diagnosed(t, { DATA_DIR: disk.folder })
  assert.equal(before.get('database')?.verdict, 'good')
  disk.fill()
  const database = (await diagnosed(t, { DATA_DIR: disk.folder })).get('database')
  assert.equal(database?.verdict, 'broken')
  assert.match(database.says, /full|less than 1 MB/)
})

test('doctor detects a read-only database', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return
  await diagnosed(t, { DATA_DIR: disk.folder })
  disk.makeReadOnly()
  const database = (await diagnosed(t, { DATA_DIR: disk.folder })).get('database')
  assert.equal(database?.verdict, 'broken')
  assert.match(database.says, /read-only/)
})

test('doctor warns of a large file with remains of what an earlier release deleted, until it is restored from a backup', async (t) => {
  const DATA_DIR = dataFolder(t)
  assert.equal((await diagnosed(t, { DATA_DIR })).get('deleted data'), undefined)
  const earlier = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  earlier.exec(
    'create table filler (content); insert into filler values (zeroblob(70000000)); pragma application_id = 0',
  )
  earlier.close()
  assert.equal((await diagnosed(t, { DATA_DIR })).get('deleted data')?.verdict, 'warning')
  const [file, restored] = [join(dataFolder(t), 'one.backup'), join(dataFolder(t), 'data')]
  const settings = { THUMBTURN_BACKUP_PASSPHRASE: 'correct horse battery' }
  assert.equal((await runCommand(['backup', file], { DATA_DIR, ...settings })).code, 0)
  assert.equal((await runCommand(['restore', file], { DATA_DIR: restored, ...settings })).code, 0)
  assert.equal((await diagnosed(t, { DATA_DIR: restored })).get('deleted data'), undefined)
})

test('doctor warns of API keys that expire soon', async (t) => {
  const DATA_DIR = dataFolder(t)
  const site = ['--origin', 'https://example.com']
  await runCommand(['app', 'create', 'shop', '--name', 'Shop', '--rp-id', 'example.com', ...site], { DATA_DIR })
  await runCommand(['key', 'create', 'shop', '--name', 'old', '--expires', '48h'], { DATA_DIR })
  await runCommand(['key', 'create', 'shop', '--name', 'new', '--expires', '90d'], { DATA_DIR })
  const finding = (await diagnosed(t, { DATA_DIR })).get('application shop')
  assert.equal(finding?.verdict, 'warning')
  assert.match(finding.says, /^API key old \([0-9a-f]{16}\) expires on \d{4}-\d\d-\d\d$/)
})

test('doctor finds hosted pages that can’t use the passkeys once there is a client, and secrets that expire soon', async (t) => {
  const DATA_DIR = dataFolder(t)
  const settings = { DATA_DIR, BASE_URL: 'https://id.example.com' }
  const run = (text: string) => runCommand(text.split(' '), settings)
  await run('app create shop --rp-id example.com --origin https://example.com')
  assert.equal((await diagnosed(t, settings)).get('application shop')?.verdict, 'good')
  await run('client create shop --name Wiki --redirect-uri https://wiki.example.com/ --id wiki')
  const missing = (await diagnosed(t, settings)).get('application shop')
  const says = "https://id.example.com, where the hosted pages are, is not among the application's origins"
  assert.deepEqual([missing?.verdict, missing?.says], ['broken', says])
  await run('app set shop --origin https://example.com --origin https://id.example.com')
  await run('client add-secret shop wiki --expires 48h')
  const expiring = (await diagnosed(t, settings)).get('application shop')
  assert.equal(expiring?.verdict, 'warning')
  assert.match(expiring.says, /^Secret [\w-]{8} of client Wiki \(wiki\) expires on \d{4}-\d\d-\d\d$/)
})

test('doctor and app show name applications that share an RP ID, and hosts that belong to another one', async (t) => {
  const DATA_DIR = dataFolder(t)
  const site = ['--rp-id', 'example.com', '--origin', 'https://example.com']
  for (const id of ['shop', 'bank']) await runCommand(['app', 'create', id, ...site], { DATA_DIR })
  const shared = 'RP ID example.com is also the RP ID of application bank'
  const found = (await diagnosed(t, { DATA_DIR })).get('application shop')
  assert.deepEqual(
    [found?.verdict, found?.says],
    ['warning', `${shared}, so this service serves no well-known files for that domain`],
  )
  assert.match((await runCommand(['app', 'show', 'shop'], { DATA_DIR })).stdout, new RegExp(`note +${shared}`))
  // Before this was checked, a base URL could be the host of another application.
  const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  database.exec("update applications set base_url = 'https://auth.other.example' where id in ('shop', 'bank')")
  database.close()
  const broken = (await diagnosed(t, { DATA_DIR })).get('application bank')
  assert.deepEqual(
    [broken?.verdict, broken?.says],
    ['broken', 'base URL https://auth.other.example has the host of application shop'],
  )
})
