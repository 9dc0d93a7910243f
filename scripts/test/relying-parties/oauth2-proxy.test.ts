import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { listen } from '@thumbturn/service-harness/receivers.ts'
import { createFolder } from '../programs/folder.ts'
import { startProgram, waitUntil } from '../programs/program.ts'
import { startProvider } from './provider.ts'

test('oauth2-proxy opens a page after a passkey sign-in, refreshes, and signs out', async (t) => {
  const provider = await startProvider(t)
  const { browser, username, email, countSignIns, countTokenCalls, issuer } = provider
  const upstream = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
  const [upstreamPort, port] = [await listen(t, upstream), await findFreePort()]
  const origin = `http://localhost:${port}`
  const { files, clientId } = await provider.register('oauth2-proxy', origin, {
    postLogoutRedirectUris: [`${origin}/`],
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
  })
  const configuration = join(createFolder(t), 'oauth2-proxy.cfg')
  const settings = files['oauth2-proxy.toml']!.replace('127.0.0.1:4180', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${upstreamPort}`)
    .replace('profile email groups', 'profile email groups offline_access')
  const additions = [
    'allowed_groups = ["admins"]',
    'cookie_refresh = "1s"',
    'cookie_secure = false',
    `whitelist_domains = ["${new URL(issuer).host}"]`,
  ]
  writeFileSync(configuration, `${settings}\n${additions.join('\n')}\n`)
  const proxy = await startProgram([process.env.OAUTH2_PROXY_PATH!, `--config=${configuration}`], {
    env: { OAUTH2_PROXY_COOKIE_SECRET: randomBytes(32).toString('base64url') },
    isReady: async () => (await fetch(`${origin}/ping`)).ok,
  })
  t.after(() => proxy.stop())

  const page = await browser.open(`${origin}/a/page?of=the+program`)
  assert.equal(page.status, 200, `${page.url}: ${page.text}${proxy.readOutput()}`)
  assert.equal(page.url.href, `${origin}/a/page?of=the+program`)
  const headers = JSON.parse(page.text) as Record<string, string>
  assert.equal(headers['x-forwarded-preferred-username'], username)
  assert.equal(headers['x-forwarded-email'], email)
  assert.equal(headers['x-forwarded-groups'], 'admins')
  assert.equal(countSignIns(), 1)

  const before = countTokenCalls()
  await waitUntil(async () => (await browser.open(origin)).status === 200 && countTokenCalls() > before)
  assert.equal(countSignIns(), 1)

  const after = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: `${origin}/` })
  const next = `${issuer}/openid/end-session?${after}`
  const left = await browser.open(`${origin}/oauth2/sign_out?${new URLSearchParams({ rd: next })}`)
  assert.equal(left.status, 200, left.text)
  assert.equal(countSignIns(), 2)
})
