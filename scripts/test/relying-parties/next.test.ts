import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { submitForm } from '@thumbturn/service-harness/http-browser.ts'
import { createFolder } from '../programs/folder.ts'
import { run, startProgram } from '../programs/program.ts'
import { startProvider } from './provider.ts'

test('Auth.js opens a page after a passkey sign-in, and signs out', async (t) => {
  const [port, folder] = [await findFreePort(), createFolder(t)]
  const origin = `http://localhost:${port}`
  const { browser, username, countSignIns, register } = await startProvider(t, {
    // The pages of Auth.js are forms.
    act: (page, browser) => (page.url.origin === origin ? submitForm(page, browser) : Promise.resolve(undefined)),
  })
  const { files } = await register('next', origin, { postLogoutRedirectUris: [`${origin}/api/auth/signout`] })
  cpSync(join(import.meta.dirname, 'next'), folder, { recursive: true })
  const [settings] = /\{\n {2}providers: .*\n\}/s.exec(files['next-auth.ts']!)!
  writeFileSync(join(folder, 'settings.mjs'), `export const settings = ${settings}\n`)
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  const program = await startProgram([process.execPath, join(folder, 'program.mjs')], {
    env: { ...parseEnv(files['next.env']!), AUTH_SECRET: 'of the test', AUTH_TRUST_HOST: 'true' },
    isReady: async () => (await fetch(origin, { redirect: 'manual' })).status === 302,
  })
  t.after(() => program.stop('SIGKILL'))

  const page = await browser.open(origin)
  assert.equal(page.text, JSON.stringify({ user: username }), `${page.url}${page.text}${program.readOutput()}`)
  assert.equal(countSignIns(), 1)

  await browser.open(`${origin}/sign-out`)
  assert.equal((await browser.open(origin)).text, page.text)
  assert.equal(countSignIns(), 2)
})
