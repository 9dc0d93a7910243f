import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { anotherMachine } from '../device.ts'
import { end, root } from '../running.ts'
import { confirm, goTo, openAccount, prepare } from './situations.ts'

// Three CLI commands run before the first page.
test.setTimeout(300_000)
const patiently = { timeout: 120_000 }

/** Runs `npm start` on free ports with the given settings. */
async function npmStart(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'thumbturn-start-'))
  const [port, bankPort] = [await findFreePort(), await findFreePort()]
  const service = `http://localhost:${port}`
  const own = {
    PORT: String(port),
    BASE_URL: service,
    BANK_PORT: String(bankPort),
    DATA_DIR: folder,
    SITE: 'off',
    CI: '1',
  }
  const child = spawn(process.execPath, ['scripts/run/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said.text += chunk))
  const bank = `http://localhost:${settings.BANK_PORT ?? bankPort}`
  return { child, said, folder, service, bank, clean: () => rm(folder, { recursive: true, force: true }) }
}

const probe = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 'unreachable',
  )

test.describe('npm start', () => {
  test.describe.configure({ mode: 'serial' })
  let running: Awaited<ReturnType<typeof npmStart>>
  test.beforeAll(async () => {
    running = await npmStart({ BANK_CONFIRM_SECONDS: '0' })
    await expect.poll(() => probe(`${running.bank}/settings.json`), patiently).toBe(200)
  })
  test.afterAll(async () => {
    await end(running.child, 'SIGKILL')
    await running.clean()
  })

  test('starts the bank next to the service and keeps its minimal-scope key private', async () => {
    const { said, folder, service, bank } = running
    await expect.poll(() => said.text).toContain(`Bank      ${bank}/`)
    expect(await probe(`${service}/ready`)).toBe(200)
    const file = join(folder, 'demos/bank.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { key } = JSON.parse(await readFile(file, 'utf8'))
    const grant = await fetch(`${service}/apps/bank/fido2/v2/mgmt/grant`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada@example.com', grants: ['passkey:write'] }),
    })
    expect(grant.status).toBe(403)
  })

  test('responds only to its own host name', async () => {
    const { hostname, port } = new URL(running.bank)
    const asked = request({
      hostname,
      port,
      path: '/api/mail?to=ada@example.com',
      headers: { host: 'evil.example' },
    }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(421)
  })

  test('an expired transfer is rejected', async ({ browser }) => {
    const { page, leave } = await anotherMachine(browser, running.bank)
    await openAccount(page)
    await prepare(page, '10')
    await confirm(page)
    await expect(page.getByText('Rejected: no transfer is waiting for confirmation')).toBeVisible()
    await goTo(page, 'Account')
    await expect(page.getByText('€1,860.05', { exact: true })).toBeVisible()
    await leave()
  })

  test('stops the bank when the service is killed', async () => {
    await end(running.child, 'SIGKILL')
    await expect.poll(() => probe(running.bank)).toBe('unreachable')
  })
})

test('a port in use keeps the bank from starting, is reported, and does not affect the service', async () => {
  const other = createServer().listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { child, said, service, clean } = await npmStart({ BANK_PORT: String(port) })
  await expect.poll(() => said.text, patiently).toContain(`port ${port} is taken. Stop what uses it`)
  expect(said.text).toContain('BANK_PORT=…')
  expect(await probe(`${service}/ready`)).toBe(200)
  const applications = await probe(`${service}/apps/bank/fido2/v2/.well-known/jwks.json`)
  expect(applications).toBe(404)
  await end(child, 'SIGTERM')
  other.close()
  await clean()
})

for (const [what, settings] of [
  ['in production', { THUMBTURN_MODE: 'production' }],
  ['with DEMOS=off', { DEMOS: 'off' }],
] as const) {
  test(`${what}, no demo is started`, async () => {
    const { child, said, service, bank, clean } = await npmStart(settings)
    await expect.poll(() => probe(`${service}/ready`)).toBe(200)
    await expect.poll(() => said.text).toContain('"Ready"')
    // Twice as long as the demos wait for the first request.
    await pause(2_000)
    expect(await probe(bank)).toBe('unreachable')
    await end(child, 'SIGTERM')
    expect(said.text).not.toContain('Bank')
    await clean()
  })
}
