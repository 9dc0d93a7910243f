import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import { createDevice, withoutAutofill } from '../device.ts'
import { root } from '../running.ts'
import { createProject, type Project } from './project.ts'

const challenge = readFileSync(join(root, 'examples/mcp/challenge.http'), 'utf8').trim()

/** Runs the assistant, and opens the address that it prints. Resolves with everything it printed. */
async function runAssistant(project: Project, open: (address: string) => Promise<void>): Promise<string> {
  const child = spawn('bash', ['--norc', '-euc', project.read('assistant')], { cwd: project.folder })
  const errors = text(child.stderr)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    output += lines
  })
  await expect.poll(() => output).toContain('/openid/authorize?')
  const [, address = ''] = output.split('\n')
  await open(address)
  const [code] = await once(child, 'close')
  expect(code, await errors).toBe(0)
  return output
}

async function signUpAndAllow(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill('ada@example.com')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByText('Read and add notes')).toBeVisible()
  await expect(page.getByText('This is a program on your device')).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You can close this page.')).toBeVisible()
}

test('the client of the MCP SDK goes from 401 to a tool call with a passkey', async ({ page }) => {
  const project = await createProject('mcp', { sample: 'mcp', guide: 'openid-provider/mcp' })
  const service = await project.start('service', `${project.service}/ready`)
  const server = await project.start('server', project.page)
  try {
    const responses = project.run('try')
    expect(responses).toContain('HTTP/1.1 401 Unauthorized')
    expect(responses).toContain(challenge.replace('http://localhost:3000', project.page))
    expect(responses).toContain(`"authorization_servers":["${project.service}/apps/demo"]`)
    project.run('resource')
    project.run('client')
    await createDevice(page)
    await withoutAutofill(page)
    const output = await runAssistant(project, (address) => signUpAndAllow(page, address))
    expect(output).toContain('Your notes: Buy milk')
  } finally {
    await server.stop()
    await service.stop()
    project.remove()
  }
})
