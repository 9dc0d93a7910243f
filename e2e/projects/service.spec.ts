import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createDevice } from '../device.ts'
import { signUp } from '../situations.ts'
import { installNode, test } from './folder.ts'
import { runOrThrow, runShell, startShell } from './programs.ts'
import { findTarball } from './project.ts'

test('`npx thumbturn dev` in an empty folder, with an empty cache of npm, leads to a passkey', async ({
  browser,
  folder,
}) => {
  const port = await findFreePort()
  const baseURL = `http://localhost:${port}`
  const page = await browser.newPage({ baseURL })
  await createDevice(page)
  const env = { PORT: String(port), npm_config_cache: join(folder, '../cache') }
  const start = performance.now()
  const readSeconds = () => ((performance.now() - start) / 1000).toFixed(1)
  const command = `npx --package ${findTarball('thumbturn')} thumbturn dev`
  const service = await startShell(command, `${baseURL}/ready`, { cwd: folder, env })
  try {
    const ready = readSeconds()
    await page.goto('/')
    await expect(page).toHaveURL(`${baseURL}/demo/`)
    await signUp(page)
    console.log(
      `  from \`npx thumbturn dev\` to the first passkey: ${readSeconds()} s, of which until ready ${ready} s`,
    )
    expect(readdirSync(folder)).toEqual(['data'])
  } finally {
    await service.stop()
    await page.close()
  }
})

test('a port that is taken, a Node that is too old, and a missing peer are named', async ({ folder }) => {
  const tarballs = [findTarball('thumbturn'), findTarball('web')].join(' ')
  runOrThrow(`npm init -y && npm install ${tarballs}`, { cwd: folder })
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const started = runShell('npx thumbturn dev', { cwd: folder, env: { PORT: String(port) } })
  taken.close()
  expect(started).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`Port ${port} is taken: stop what uses it`),
  })

  for (const version of ['20.0.0', '16.20.2']) {
    const program = `${installNode(version, folder)} node_modules/thumbturn/bin/thumbturn.js dev`
    const old = runShell(program, { cwd: folder })
    expect([old.status, old.stderr]).toEqual([
      2,
      `Thumbturn needs Node 24.7 or newer, and this is v${version}: install it from https://nodejs.org.\n`,
    ])
  }

  const alone = runShell(`node --input-type=module -e "import '@thumbturn/web/react'"`, { cwd: folder })
  expect(alone.status).toBe(1)
  expect(alone.stderr).toMatch(/Cannot find package 'react' imported from .*@thumbturn\/web\/react\/index\.js/)
})
