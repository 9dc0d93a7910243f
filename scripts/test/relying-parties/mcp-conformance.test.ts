import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder } from '../programs/folder.ts'
import { run } from '../programs/program.ts'
import { startProvider } from './provider.ts'

/** A result of the suite. */
type Check = { id: string; status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED'; errorMessage?: string }

function installSuite(t: TestContext): string {
  const folder = createFolder(t)
  cpSync(join(import.meta.dirname, 'mcp-conformance'), folder, { recursive: true })
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  return folder
}

const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

/** Runs the suite, which prints the address that the user opens and waits for its own callback. */
async function runSuite(folder: string, options: readonly string[], open: (address: string) => Promise<unknown>) {
  const child = spawn(process.execPath, [suite, 'authorization', ...options, '-o', 'results'], { cwd: folder })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    output += lines
    const [address] = /^http\S+\/openid\/authorize\?\S+$/m.exec(lines) ?? []
    if (address) void open(address).catch((error) => child.kill() && assert.fail(error))
  })
  output += await text(child.stderr)
  const files = globSync('results/**/checks.json', { cwd: folder })
  const checks = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[])
  return { checks, output }
}

test('the authorization server passes the conformance suite of MCP', async (t) => {
  const { browser, issuer, create, protect, change } = await startProvider(t)
  const port = await findFreePort()
  const resource = 'https://mcp.example.com/mcp'
  await change({ clientIdMetadataDocuments: 'on' })
  await protect({ uri: resource, name: 'Notes', scopes: [{ name: 'notes:read', description: 'Read your notes' }] })
  const { clientId } = await create({
    name: 'Conformance suite of MCP',
    type: 'native',
    redirectUris: [`http://127.0.0.1:${port}/callback`],
    resources: [resource],
  })
  const options = ['--url', issuer, '--client-id', clientId, '--port', String(port), '--resource', resource]
  const { checks, output } = await runSuite(installSuite(t), options, (address) => browser.open(address))
  assert.ok(checks.length >= 3, output)
  assert.deepEqual(
    checks.filter(({ status }) => status !== 'SUCCESS'),
    [],
    output,
  )
})
