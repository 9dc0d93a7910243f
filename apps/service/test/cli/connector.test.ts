import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { startReceiver } from '@thumbturn/service-harness/receivers.ts'

type ConnectorOutput = {
  id: string
  name: string
  secretFields: string[]
  status: { state: string; deadLetters: number }
}

/** An application, and commands on its connectors. */
async function installation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const command = (args: readonly string[]) =>
    runCommand([...args], { DATA_DIR, CONNECTOR_NETWORKS: '127.0.0.0/8,::1' })
  await command(['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com'])
  const file = join(DATA_DIR, 'connector.json')
  const write = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const json = async <T>(args: readonly string[], code = 0): Promise<T> => {
    const ended = await command(['connector', ...args, '--json'])
    assert.equal(ended.code, code, ended.stderr)
    return JSON.parse(ended.stdout) as T
  }
  return { command: (...args: string[]) => command(['connector', ...args]), json, write }
}

test('a connector is created from a file, tested, changed, paused, rotated, and deleted', async (t) => {
  const { command, json, write } = await installation(t)
  const receiver = await startReceiver(t, { tls: false })
  const target = { type: 'webhook', url: receiver.url.href }
  const { id, signingSecret } = await json<{ id: string; signingSecret: string }>([
    'create',
    'shop',
    write({ name: 'SIEM', target }),
  ])
  assert.match(signingSecret, /^whsec_/)
  assert.match((await command('list', 'shop')).stdout, new RegExp(`${id} +SIEM +webhook +active +0 +0 +0`))
  assert.deepEqual(await json(['test', 'shop', id]), { status: 'delivered' })
  receiver.state.respond = (_, response) => response.writeHead(500).end()
  const failed = await command('test', 'shop', id)
  assert.deepEqual(failed, { code: 1, stdout: 'It failed: The receiver responded with 500\n', stderr: '' })
  const filter = { severity: 'warning' }
  assert.partialDeepStrictEqual(await json(['change', 'shop', id, write({ filter })]), { name: 'SIEM', filter })
  await command('pause', 'shop', id)
  assert.equal((await json<ConnectorOutput>(['show', 'shop', id])).status.state, 'paused')
  await command('resume', 'shop', id)
  const rotated = await json<{ signingSecret: string }>(['rotate', 'shop', id])
  assert.notEqual(rotated.signingSecret, signingSecret)
  const shown = await command('show', 'shop', id)
  assert.match(shown.stdout, /^secrets +signingSecret$/m)
  for (const secret of [signingSecret, rotated.signingSecret]) assert.equal(shown.stdout.includes(secret), false)
  assert.deepEqual(await json(['dead-letters', 'shop', id]), [])
  assert.deepEqual(await json(['replay', 'shop', id]), { delivered: 0, rejected: 0, missed: 0 })
  assert.deepEqual(await json(['discard', 'shop', id, '--yes']), { id, discarded: 0 })
  assert.match((await command('delete', 'shop', id)).stderr, /required option '--yes'|--yes/)
  assert.equal((await command('delete', 'shop', id, '--yes')).stdout, 'Connector SIEM was deleted.\n')
  assert.match((await command('show', 'shop', id)).stderr, /There is no connector/)
})

test('a file that is no JSON, or has an unknown field, is rejected with the field', async (t) => {
  const { command, write } = await installation(t)
  const rejected = async (content: unknown, message: RegExp) => {
    const { code, stderr } = await command('create', 'shop', write(content))
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  await rejected('{', /can't be read as JSON/)
  await rejected({ name: 'SIEM', target: { type: 'webhook', uri: 'x' } }, /`target.url` is required/)
  await rejected({ name: 'SIEM', target: { type: 'webhook', url: 'https://a.example' }, secret: 1 }, /`secret`/)
})
