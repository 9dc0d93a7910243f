import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { expect, signUp, test, withoutAssistance } from '../hosted/fixtures.ts'
import { type Running, root } from '../running.ts'

/** Starts the program of the guide as a client of the application `demo`. */
async function startProgram(thumbturn: Running) {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const uri = `${origin}/callback`
  const created = thumbturn.command('client', 'create', 'demo', '--name', 'My program', '--redirect-uri', uri)
  const { id, secret, issuer } = created as { id: string; secret: string; issuer: string }
  const env = { ...process.env, PORT: String(port), ISSUER: issuer, CLIENT_ID: id, CLIENT_SECRET: secret }
  const program = spawn(process.execPath, [join(root, 'examples/openid/guide/server.js')], { env, stdio: 'inherit' })
  await expect(async () => fetch(origin, { redirect: 'manual' })).toPass()
  return { origin, stop: () => program.kill() }
}

test('the program of the guide signs a user in, and rejects a sign-in of another browser', async ({
  page,
  request,
  thumbturn,
  mayLog,
}) => {
  mayLog(/404/)
  await withoutAssistance(page)
  const program = await startProgram(thumbturn)
  await page.goto(program.origin)
  const username = await signUp(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(`"preferred_username": "${username}"`)).toBeVisible()
  await expect(page.getByText('"acr": "phrh"')).toBeVisible()
  expect((await request.get(page.url())).status()).toBe(400)
  program.stop()
})
