import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { registerElsewhere, toFile, userRecord } from '@thumbturn/service-harness/imports.ts'
import { join, memberToken, openDashboard } from '@thumbturn/service-harness/members.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import { createProvider, usualSettings } from '../../src/core/use-cases/sso/manage.ts'

/** A service whose database commands open too. */
async function installation(t: TestContext) {
  const database = await freshSqlite()
  const secret = Buffer.alloc(32, 9)
  const service = await startService({ databaseUrl: database.url, secret, now: Date.now() })
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const settings = { DATABASE_URL: database.url, THUMBTURN_MASTER_KEY: secret.toString('base64url'), USER: 'ops' }
  const runIn = async (more: Readonly<Record<string, string>>, ...args: string[]) => {
    const ended = await runCommand(args, { ...settings, ...more })
    // The service reads changed applications after a second.
    service.clock.advance(1_000)
    return ended
  }
  return { service, run: (...args: string[]) => runIn({}, ...args), runIn }
}

const tokenIn = (stdout: string) => /#(tti_\S+)/.exec(stdout)![1]!

test('members are invited, listed, given roles, and removed on the command line, which the audit log records', async (t) => {
  const { service, run } = await installation(t)
  const invited = await run('member', 'invite', '--role', 'owner')
  assert.equal(invited.stderr, '')
  const { answer, device } = await join(service, tokenIn(invited.stdout), 'ada')
  const dashboard = await openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)

  const { stdout } = await run('member', 'invite', '--role', 'viewer', '--role', 'demo=developer', '--json')
  await join(service, (JSON.parse(stdout) as { url: string }).url.split('#')[1]!, 'grace')
  const listed = await run('member', 'list')
  assert.match(listed.stdout, /ada .* owner /)
  assert.match(listed.stdout, /grace .* viewer demo=developer /)

  assert.match((await run('member', 'role', 'grace', 'developer')).stdout, /grace is now developer/)
  assert.match((await run('member', 'remove', 'ada', '--yes')).stderr, /the last owner/)
  assert.match((await run('user', 'delete', 'thumbturn', 'ada', '--yes')).stderr, /the last owner/)
  assert.match((await run('member', 'remove', 'grace', '--yes')).stdout, /no longer a member/)
  for (const role of ['admin', 'demo=', '=owner', 'nowhere=viewer'])
    assert.equal((await run('member', 'invite', '--role', role)).code, 2, role)

  const { entries } = readBody<{ entries: { action: string; actor: object }[] }>(
    await dashboard.ask('GET', '/audit?actor=command%20line'),
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['member.removed', 'member.changed', 'invitation.created', 'invitation.created'],
  )
  assert.deepEqual(entries[0]?.actor, { kind: 'cli', id: 'command line', name: 'ops' })
})

test('an owner who lost their passkey registers a new one by a link, and the old one stops working', async (t) => {
  const { service, run } = await installation(t)
  const { answer, device } = await join(
    service,
    tokenIn((await run('member', 'invite', '--role', 'owner')).stdout),
    'ada',
  )
  const lost = await openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)
  const former = await run('member', 'recover', 'Ada')
  const { stdout } = await run('member', 'recover', 'Ada')
  await assert.rejects(join(service, tokenIn(former.stdout)), /unknown, expired, used/)
  assertRejected(await lost.ask('GET', '/session'), { status: 401, msg: /no session/, msgCode: 'unauthorized' })
  await assert.rejects(memberToken(service, { device }))

  const again = await join(service, tokenIn(stdout), 'ignored')
  const token = readBody<Tokens>(again.answer).jwtAccess
  const { member } = await openDashboard(service, token, again.device)
  assert.deepEqual(member, lost.member)
  await assert.rejects(join(service, tokenIn(stdout)), /unknown, expired, used/)
})

test('links to accounts of providers are listed and removed, and a recovery removes them all', async (t) => {
  const { service, run } = await installation(t)
  const { answer, device } = await join(
    service,
    tokenIn((await run('member', 'invite', '--role', 'owner')).stdout),
    'ada',
  )
  const { member } = await openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)
  const { core } = service
  await createProvider(core, 'okta', {
    ...usualSettings,
    name: 'Okta',
    clientId: 'x',
    clientSecret: 'x',
    discoveryUrl: 'https://okta.example',
  })
  const link = async (subject: string, more: object) => {
    const identity = { providerId: 'okta', userId: member.id, createdAt: 0, emailVerified: false, groupsOmitted: false }
    await core.store.commit([{ addSsoIdentity: { ...identity, subject, ...more } }])
  }
  await link('one', { email: 'ada@example.com', emailVerified: true, lastUsedAt: 1 })
  await link('two', { email: 'eve@example.com' })
  await link('three', {})
  const listed = await run('member', 'links', 'ada')
  assert.match(listed.stdout, /Okta +ada@example.com +yes +1970-01-01/)
  assert.match(listed.stdout, /Okta +eve@example.com +no +–/)
  const [{ id, subject } = { id: '', subject: '' }] = JSON.parse((await run('member', 'links', 'ada', '--json')).stdout)
  assert.match((await run('member', 'unlink', 'ada', id)).stdout, /can no longer sign in as ada/)
  assert.equal(await core.store.sso.findIdentity('okta', subject), undefined)
  assert.match((await run('member', 'unlink', 'ada', id)).stderr, /no such link/)
  const recovered = await run('member', 'recover', 'ada')
  assert.equal(recovered.stdout.match(/The link to an account of Okta was removed/g)?.length, 2)
  assert.deepEqual(await core.store.sso.listIdentities(member.id), [])
  assert.deepEqual(JSON.parse((await run('member', 'recover', 'ada', '--json')).stdout).unlinked, [])
})

test('in production, links need an address: without BASE_URL and before a start, nothing changes', async (t) => {
  const { service, run, runIn } = await installation(t)
  const production = { THUMBTURN_MODE: 'production' }
  const missing =
    /^The link begins with the address of the service, which hasn't started yet: start it, or set BASE_URL/
  const { code, stdout, stderr } = await runIn(production, 'setup-link')
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, missing)

  const invited = await runIn(
    { ...production, BASE_URL: 'https://id.example.com' },
    'member',
    'invite',
    '--role',
    'owner',
  )
  assert.match(invited.stdout, /^https:\/\/id\.example\.com\/dashboard\/join#tti_/)
  const { answer, device } = await join(service, tokenIn(invited.stdout), 'ada')
  const dashboard = await openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)
  for (const args of [
    ['invite', '--role', 'viewer'],
    ['recover', 'ada'],
  ])
    assert.match((await runIn(production, 'member', ...args)).stderr, missing)
  readBody(await dashboard.ask('GET', '/session'))
  const { invitations } = readBody<{ invitations: object[] }>(await dashboard.ask('GET', '/invitations'))
  assert.deepEqual(invitations, [])
  assert.match((await run('member', 'invite', '--role', 'viewer')).stdout, /^http:\/\/localhost:4300\//)
})

for (const [what, BASE_URL, why] of [
  [
    'on another domain than the passkeys',
    'https://id.example.com',
    /bound to localhost and used at http:\/\/localhost:4300/,
  ],
  ['an IP address', 'http://192.0.2.7:4300', /is an IP address, and passkeys are bound to domains\. Use /],
  ['without TLS', 'http://id.example.com', /has no TLS, so browsers offer no passkeys there\. Put a proxy/],
] as const)
  test(`every command that prints a link warns before, if BASE_URL is ${what}`, async (t) => {
    const { service, run, runIn } = await installation(t)
    const warning = /^Warning: No browser can use this link: [^\n]+\.\n\n$/
    const check = async (...args: string[]) => {
      const { code, stdout, stderr } = await runIn({ BASE_URL }, ...args)
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`^${RegExp.escape(BASE_URL)}/dashboard/join#tti_`))
      assert.match(stderr, warning)
      assert.match(stderr, why)
      const json = await runIn({ BASE_URL }, ...args, '--json')
      assert.equal(json.stderr, '')
      assert.match((JSON.parse(json.stdout) as { warning: string }).warning, why)
    }
    assert.equal((await run('setup-link')).stderr, '')
    await check('setup-link')
    await check('member', 'invite', '--role', 'owner')
    await join(service, tokenIn((await run('member', 'invite', '--role', 'owner')).stdout), 'ada')
    await check('member', 'recover', 'ada')
    const fitting = await run('member', 'recover', 'ada', '--json')
    assert.deepEqual(Object.keys(JSON.parse(fitting.stdout) as object).toSorted(), [
      'expiresAt',
      'id',
      'unlinked',
      'url',
    ])
  })

test('the application of the members takes no client keys and no imported users', async (t) => {
  const { run } = await installation(t)
  const folder = dataFolder(t)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [key, users] = [path.join(folder, 'key.pem'), path.join(folder, 'users.jsonl')]
  writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(users, toFile([userRecord([registerElsewhere().record])]))
  await run('setup-link')
  const added = await run('client-key', 'add', 'thumbturn', key)
  assert.deepEqual([added.code, added.stdout], [2, ''])
  assert.match(added.stderr, /cannot have client keys/)
  assert.match((await run('import', users, '--app', 'thumbturn')).stderr, /join by invitation/)
})
