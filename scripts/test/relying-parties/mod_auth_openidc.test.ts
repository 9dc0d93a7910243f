import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { startProvider } from './provider.ts'

const modules = '/usr/lib/apache2/modules'
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'dir', 'headers', 'mime']

/** A server with these settings, one page, and the claims of the user in the headers of its responses. */
const configure = (folder: string, port: number, settings: string) => `
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/log
LogLevel warn auth_openidc:debug
User www-data
Group www-data
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
DocumentRoot ${folder}/pages
<Directory ${folder}/pages>
  Require all granted
</Directory>
${settings}
Header always set X-User "expr=%{REMOTE_USER}"
Header always set X-Groups "expr=%{env:OIDC_CLAIM_groups}"
`

test('mod_auth_openidc opens a page after a passkey sign-in, refreshes, and signs out', async (t) => {
  const provider = await startProvider(t)
  const { browser, username, countSignIns, countTokenCalls } = provider
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const { files } = await provider.register('mod_auth_openidc', origin, {
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    accessTokenSeconds: 60,
  })
  const folder = createFolder(t)
  // The server runs as another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'pages'), { mode: 0o755 })
  writeFileSync(join(folder, 'pages/index.html'), 'a page')
  const settings = files['mod_auth_openidc.conf']!.replace('email groups"', 'email groups offline_access"')
    .replace('Require valid-user', 'Require claim groups:admins')
    // Each visit refreshes: the access token is valid for a minute.
    .replace('AuthType openid-connect', 'AuthType openid-connect\n  OIDCRefreshAccessTokenBeforeExpiry 60')
  const configuration = join(folder, 'apache.conf')
  writeFileSync(configuration, configure(folder, port, settings))
  const apache = await startProgram(['/usr/sbin/apache2', '-X', '-f', configuration], {
    isReady: async () => (await fetch(origin, { redirect: 'manual' })).status > 0,
  })
  t.after(() => apache.stop())

  const page = await browser.open(`${origin}/index.html`)
  assert.equal(page.text, 'a page', readFileSync(join(folder, 'log'), 'utf8'))
  assert.deepEqual([page.headers.get('x-user'), page.headers.get('x-groups')], [username, 'admins'])
  assert.equal(countSignIns(), 1)

  const before = countTokenCalls()
  assert.equal((await browser.open(`${origin}/index.html`)).text, 'a page')
  assert.deepEqual([countSignIns(), countTokenCalls()], [1, before + 1])

  const left = await browser.open(`${origin}/redirect_uri?${new URLSearchParams({ logout: `${origin}/` })}`)
  assert.equal(left.text, 'a page', `${left.url} ${left.text}`)
  assert.equal(countSignIns(), 2)
})
