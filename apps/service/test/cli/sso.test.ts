import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import { origin, startService } from '@thumbturn/service-harness/service.ts'
import { toOpenIdClient } from '../../src/core/use-cases/sso/client.ts'

/** A service, a provider, and commands in the service's database. */
async function start(t: TestContext) {
  const database = await freshSqlite()
  const secret = Buffer.alloc(32, 9)
  const service = await startService({ databaseUrl: database.url, secret, now: Date.now() })
  const idp = await startIdentityProvider({ redirectUris: [`${origin}/dashboard/sso/okta`] })
  t.after(async () => {
    await idp.close()
    await service.close()
    await database.drop()
  })
  const settings = { DATABASE_URL: database.url, THUMBTURN_MASTER_KEY: secret.toString('base64url'), USER: 'ops' }
  const more = { BASE_URL: origin, CONNECTOR_NETWORKS: '127.0.0.0/8', SSO_CLIENT_SECRET: 'hidden\r' }
  const run = (...args: string[]) => runCommand(args, { ...settings, ...more })
  return { service, idp, run, settings }
}

const isSecret = /hidden/

test('providers are added, listed, tested, and deleted on the command line, without showing the secret', async (t) => {
  const { service, idp, run, settings } = await start(t)
  const named = ['--name', 'Okta', '--client-id', 'thumbturn', '--discovery-url', idp.issuer]
  const vendor = ['--owns-directory', '--scope', 'email', '--scope', 'groups', '--claim', 'externalId=oid']
  const created = await run('sso', 'create', 'okta', ...named, '--domain', 'example.com', ...vendor)
  assert.equal(created.stderr, '')
  const [provider] = await service.core.store.sso.listProviders()
  assert.equal(toOpenIdClient(service.core, provider!, origin).clientSecret, 'hidden')
  assert.match(created.stdout, /Redirect URI: http:\/\/localhost:4300\/dashboard\/sso\/okta/)
  const listed = await run('sso', 'list', '--json')
  assert.match(listed.stdout, /"enforcedDomains": \[\s+"example.com"/)
  assert.match(
    listed.stdout,
    /"ownsDirectory": true,\s+"scopes": \[\s+"email",\s+"groups"\s+\],\s+"claims": \{\s+"externalId": "oid"/,
  )
  for (const { stdout } of [created, listed]) assert.doesNotMatch(stdout, isSecret)
  assert.match((await run('sso', 'test', 'okta')).stdout, /The issuer is http:\/\/127/)
  idp.tampering = { status: 500 }
  const failed = await run('sso', 'test', 'okta')
  assert.deepEqual([failed.code, /returned 500/.test(failed.stdout)], [1, true])
  assert.equal((await run('sso', 'delete', 'okta')).code, 2)
  assert.match((await run('sso', 'delete', 'okta', '--yes')).stdout, /okta is deleted/)
  assert.deepEqual(await service.core.store.sso.listProviders(), [])
  for (const args of [
    ['Okta!', ...named],
    ['okta', ...named.slice(0, 5), 'javascript:x'],
    ['okta', ...named, '--claim', 'subject=oid'],
    ['okta', ...named, '--claim', 'email'],
    ['okta', ...named, '--scope', 'two scopes'],
    ['okta', ...named, '--domain', '@example.com'],
  ])
    assert.equal((await run('sso', 'create', ...args)).code, 2)
  const withoutSecret = await runCommand(['sso', 'create', 'okta', ...named], { ...settings, BASE_URL: origin })
  assert.match(withoutSecret.stderr, /Set SSO_CLIENT_SECRET/)
})
