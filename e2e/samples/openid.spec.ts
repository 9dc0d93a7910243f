import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { expect, signUp, test, withoutAssistance } from '../hosted/fixtures.ts'
import { type Running, root } from '../running.ts'

/** Starts the program of the guide as a client of the application `demo`. */
async function startProgram(thumbturn: Running) {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const created = thumbturn.command(
    'client',
    'create',
    'demo',
    '--name',
    'My program',
    '--redirect-uri',
    `${origin}/callback`,
  )
  const { id, secret, issuer } = created as { id: string; secret: string; issuer: string }
  thumbturn.command('client', 'set', 'demo', id, '--set', `backchannelLogoutUri=${origin}/backchannel-logout`)
  const env = {
    ISSUER: issuer,
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
    SESSION_SECRET: 'a secret of these tests, which is long',
  }
  const start = async () => {
    const program = spawn(process.execPath, [join(root, 'examples/openid/guide/server.js')], {
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: 'inherit',
    })
    await expect(async () => fetch(origin)).toPass()
    return program
  }
  let program = await start()
  return {
    origin,
    stop: () => program.kill(),
    async restart() {
      program.kill()
      await once(program, 'exit')
      program = await start()
    },
  }
}

test('the program of the guide starts a session, which outlasts it and ends in both places', async ({
  page,
  thumbturn,
}) => {
  await withoutAssistance(page)
  const program = await startProgram(thumbturn)
  const greeting = page.getByRole('heading', { name: /^Hello, / })
  await page.goto(program.origin)
  await page.getByRole('link', { name: 'Sign in' }).click()
  const username = await signUp(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(greeting).toHaveText(`Hello, ${username}`)
  await program.restart()
  await page.reload()
  await expect(greeting).toHaveText(`Hello, ${username}`)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(greeting).toBeVisible()

  await page.goto(`${thumbturn.url}/apps/demo/account/`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await expect(async () => {
    await page.goto(program.origin)
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  program.stop()
})

test('the program of the guide rejects the callback of another browser', async ({
  page,
  request,
  thumbturn,
  mayLog,
}) => {
  mayLog(/404/)
  await withoutAssistance(page)
  const program = await startProgram(thumbturn)
  const returning = page.waitForRequest(`${program.origin}/callback?**`)
  await page.goto(`${program.origin}/sign-in`)
  await signUp(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  const callback = (await returning).url()
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  const response = await request.get(callback)
  expect(response.status()).toBe(400)
  expect(response.headers()['set-cookie']).toBeUndefined()
  program.stop()
})
