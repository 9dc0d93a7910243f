import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import type { Finding } from '../../../src/cli/finding.ts'

type Checks = { checks: { name: string; status: string; message: string; advice?: string; fix?: object }[] }

/** Returns the checks of a running service along with the findings of `doctor`. */
async function checked(t: TestContext, given: Record<string, string> = {}) {
  const data = { DATA_DIR: dataFolder(t), ...given }
  const program = start(t, [], { ...data, PORT: '0' })
  const [, port] =
    (await program.says(/"address":"http:\/\/localhost:(\d+)"/)) ?? assert.fail((await program.ended).stderr)
  const settings = { ...data, PORT: port! }
  const made = await runCommand(['key', 'create', 'thumbturn', '--json'], settings)
  const { key } = JSON.parse(made.stdout) as { key: string }
  const ask = (authorization: string, path = '/checks', body?: object) =>
    fetch(`http://localhost:${port}/admin/v1${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  return { settings, key, ask }
}

test('the checks API reports what doctor reports, and requires an admin key', async (t) => {
  const { settings, key, ask } = await checked(t)
  assert.equal((await ask('')).status, 401)
  const response = await ask(key)
  assert.equal(response.status, 200)
  const { checks } = (await response.json()) as Checks
  const { stdout } = await runCommand(['doctor', '--json'], settings)
  const found = JSON.parse(stdout) as Finding[]
  assert.deepEqual(
    checks.map(({ name, status, advice }) => [name, status, advice]),
    found.map(({ about, verdict, advice }) => [about, verdict, advice]),
  )
  const writable = { message: 'SQLite can be read and written, and its tables are up to date' }
  const messagePhrase = { code: 'database_good', values: { database: 'SQLite' } }
  assert.partialDeepStrictEqual(checks[1], { ...writable, messagePhrase })
  // Programs read this format since before texts had codes.
  assert.deepEqual(Object.keys(found[1]!), ['about', 'verdict', 'says'])
})

test('the checks of one application are about that application alone', async (t) => {
  const { settings, key, ask } = await checked(t)
  const shop = { id: 'shop', name: 'Shop', rpId: 'example.com', origins: ['https://example.com'] }
  assert.equal((await ask(key, '/applications', shop)).status, 200)
  await runCommand(['key', 'create', 'shop', '--name', 'old', '--expires', '1h'], settings)
  const listChecks = async () => {
    const response = await ask(key, '/applications/shop/checks')
    assert.equal(response.status, 200)
    return ((await response.json()) as Checks).checks
  }
  const expiring = { name: 'application shop', status: 'warning', fix: { kind: 'openKeys', application: 'shop' } }
  const checks = await listChecks()
  assert.partialDeepStrictEqual(checks, [expiring])
  assert.equal(checks.length, 1)
  await ask(key, '/applications', { ...shop, id: 'hidden' })
  const [shared] = await listChecks()
  assert.match(shared!.message, /^RP ID example\.com is also the RP ID of another application, so /)
  assert.equal((await ask(key, '/applications/nope/checks')).status, 404)
})

// A library that waits as long as it does by default needs two minutes.
test("an unresponsive mail server doesn't hold up the checks, and no password is shown", {
  timeout: 110_000,
}, async (t) => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as { port: number }
  const mail = { SMTP_URL: `smtp://ada:hidden-word@127.0.0.1:${port}`, MAIL_FROM: 'no-reply@example.com' }
  const { key, ask } = await checked(t, mail)
  const text = await (await ask(key)).text()
  assert.doesNotMatch(text, /hidden-word/)
  const { checks } = JSON.parse(text) as Checks
  assert.equal(checks.find(({ name }) => name === 'mail')?.status, 'broken')
  assert.equal(checks.find(({ name }) => name === 'database')?.status, 'good')
})
