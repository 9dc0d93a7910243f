import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder } from '../programs/folder.ts'
import { run, startProgram } from '../programs/program.ts'
import { startProvider } from './provider.ts'

test('Spring Security opens a page after a passkey sign-in, refreshes, and signs out', async (t) => {
  const { browser, username, countSignIns, countTokenCalls, register } = await startProvider(t)
  const [port, folder] = [await findFreePort(), createFolder(t)]
  const origin = `http://localhost:${port}`
  const { files, clientSecret = '' } = await register('spring', origin, {
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    postLogoutRedirectUris: [`${origin}/`],
    accessTokenSeconds: 60,
  })
  cpSync(join(import.meta.dirname, 'spring'), folder, { recursive: true })
  const settings = files['spring.yml']!.replace('profile, email]', 'profile, email, offline_access]')
  writeFileSync(join(folder, 'application.yml'), `${settings}\nserver:\n  port: ${port}\n`)
  run('mvn', ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: folder })
  run('javac', ['-parameters', '-d', '.', '-cp', 'lib/*', 'Main.java'], { cwd: folder })
  const spring = await startProgram(['java', '-cp', ['.', 'lib/*'].join(delimiter), 'program.Main'], {
    cwd: folder,
    env: { ...process.env, PASSKEY_CLIENT_SECRET: clientSecret },
    isReady: async () => (await fetch(origin, { redirect: 'manual' })).status === 302,
  })
  t.after(() => spring.stop('SIGKILL'))

  const page = await browser.open(origin)
  assert.equal(page.status, 200, `${page.url}: ${page.text}${spring.readOutput().slice(-5_000)}`)
  assert.equal((JSON.parse(page.text) as { user: string }).user, username)
  assert.equal(countSignIns(), 1)

  // Spring refreshes a token that expires within a minute, as this one does.
  const before = countTokenCalls()
  const again = await browser.open(origin)
  assert.notEqual(again.text, page.text)
  assert.deepEqual([countSignIns(), countTokenCalls()], [1, before + 1])

  const left = await browser.open(`${origin}/logout`, { method: 'POST' })
  assert.equal(left.url.origin, origin)
  assert.equal(countSignIns(), 2)
})
