import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

type Client = {
  id: string
  name: string
  secret: string
  issuer: string
  notices: string[]
  secrets: { id: string; hint: string }[]
  redirectUris: string[]
  allowedGroups: string[]
  claims: object
}

const callback = 'https://grafana.example.com/login'
const grafana = ['--name', 'Grafana', '--redirect-uri', callback]

/** An application whose hosted pages can use its passkeys, and commands on its clients. */
async function installation(t: TestContext) {
  const DATA_DIR = dataFolder(t)
  const settings = { DATA_DIR, BASE_URL: 'https://id.example.com' }
  const run = (text: string, more: readonly string[] = []) => runCommand([...text.split(' '), ...more], settings)
  await run('app create shop --rp-id example.com --origin https://example.com --origin https://id.example.com')
  const command = (text: string, more: readonly string[] = []) => run(`client ${text}`, more)
  const json = async <T = Client>(text: string, more: readonly string[] = []): Promise<T> => {
    const { code, stdout, stderr } = await command(text, [...more, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  const rejected = async (text: string, message: RegExp, more: readonly string[] = []) => {
    const { code, stderr } = await command(text, more)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  return { run, command, json, rejected }
}

test('a client is created with what a program needs, and its secret is shown once', async (t) => {
  const { command, json } = await installation(t)
  const { stdout, code } = await command('create shop', grafana)
  assert.equal(code, 0)
  const [, id = '', secret = ''] =
    /^client ID +([\w-]{22})\nclient secret +([\w-]{43})\nredirect URI +https:\/\/grafana\.example\.com\/login$/m.exec(
      stdout,
    ) ?? []
  assert.match(stdout, /^issuer +https:\/\/id\.example\.com\/apps\/shop$/m)
  assert.match(stdout, /\nGrafana can use them now\. The secret isn't shown again\. Keep it like a password\.\n$/)
  const texts = await Promise.all(
    ['list shop', `show shop ${id}`, `show shop ${id} --json`].map((text) => command(text)),
  )
  for (const text of texts) {
    assert.ok(text.stdout.includes(id))
    assert.equal(text.stdout.includes(secret), false)
    assert.equal(text.stdout.includes('hash'), false)
  }
  assert.match(texts[0]!.stdout, new RegExp(`^${id} +Grafana +web +enabled +https://grafana`, 'm'))
  assert.match(texts[1]!.stdout, new RegExp(`^secret [\\w-]{8} +…${secret.slice(-4)}, created 20`, 'm'))
  const public_ = await command('create shop --name App --type native --redirect-uri com.example.app:/callback')
  assert.match(public_.stdout, /App can use them now\. It has no secret, and signs users in with PKCE\./)
  const keys = ['--set', 'authMethod=private_key_jwt', '--set', 'jwksUri=https://a.example/jwks.json']
  const keyed = await command('create shop', [...grafana, ...keys])
  assert.match(keyed.stdout, /Grafana can use them now\. It has no secret, and authenticates with its private key\./)
  assert.equal((await json<Client[]>('list shop')).length, 3)
})

test('a client is changed by options, of which an empty one removes a value', async (t) => {
  const { json, rejected } = await installation(t)
  const more = ['--id', 'grafana', '--group', 'admins', '--group', 'ops', '--set', 'scopes=openid,email']
  const made = await json('create shop', [...grafana, ...more, '--set', 'claims={"team":"department"}'])
  assert.deepEqual([made.id, made.allowedGroups, made.claims], ['grafana', ['admins', 'ops'], { team: 'department' }])
  const logoUrl = 'https://grafana.example.com/logo.svg'
  await json('set shop grafana', ['--name', 'Charts', '--set', `logoUrl=${logoUrl}`, '--set', 'requirePar=true'])
  assert.partialDeepStrictEqual(await json('show shop grafana'), { name: 'Charts', logoUrl, requirePar: true })
  await json('set shop grafana', ['--group', '', '--set', 'logoUrl=', '--redirect-uri', `${callback}2`])
  const { allowedGroups, redirectUris, ...shown } = await json('show shop grafana')
  assert.deepEqual([allowedGroups, redirectUris, 'logoUrl' in shown], [[], [`${callback}2`], false])
  await rejected('set shop grafana', /^Nothing to change: give --name/)
})

test('what is wrong with a client is said with what to write instead', async (t) => {
  const { rejected } = await installation(t)
  const create = (more: readonly string[], message: RegExp) =>
    rejected('create shop', message, ['--name', 'App', ...more])
  await create([], /^redirectUris: at least one is needed/)
  await create(['--redirect-uri', 'http://app.example.com/'], /use https; http is only possible on localhost/)
  await create(['--type', 'mobile', '--redirect-uri', callback], /`type` must be `web`, `singlePage`, /)
  await create(['--redirect-uri', callback, '--id', 'a/b'], /`id` must be letters, digits/)
  await create(['--redirect-uri', callback, '--set', 'logoUrI=x'], /^Unknown setting logoUrI; did you mean logoUrl/)
  await create(['--redirect-uri', callback, '--set', 'claims=x'], /^claims cannot be "x"; it takes JSON/)
  await rejected('create thumbturn', /^The installation itself cannot have OpenID clients/, grafana)
  await rejected('show shop unknown', /^The application has no client unknown/)
})

test('a secret is replaced by a second one', async (t) => {
  const { command, json } = await installation(t)
  await json('create shop', [...grafana, '--id', 'grafana'])
  const [first] = (await json('show shop grafana')).secrets
  const added = await json<{ id: string; secret: string; expiresAt: number }>('add-secret shop grafana --expires 90d')
  assert.match(added.secret, /^[\w-]{43}$/)
  assert.ok(added.expiresAt > 0)
  assert.match((await command('add-secret shop grafana')).stderr, /^The client has 2 secrets: retire the old one first/)
  const retired = await command(`retire-secret shop grafana ${first?.id}`)
  assert.equal(retired.stdout, `Secret ${first?.id} no longer works.\n`)
  assert.deepEqual(
    (await json('show shop grafana')).secrets.map(({ id }) => id),
    [added.id],
  )
  assert.match(
    (await command('add-secret shop grafana')).stdout,
    /^[\w-]{43}\n\nSecret [\w-]{8} of client grafana works now\./,
  )
})

test('a client is deleted only if that is confirmed', async (t) => {
  const { command, json, rejected } = await installation(t)
  await json('create shop', [...grafana, '--id', 'grafana'])
  await rejected('delete shop grafana', /--yes/)
  assert.equal((await command('delete shop grafana --yes')).stdout, 'Client Grafana was deleted.\n')
  assert.deepEqual(await json('list shop'), [])
})

test('a new client says what keeps the hosted pages from working, with a command that mends it', async (t) => {
  const { run, command, json } = await installation(t)
  await run('app set shop --origin https://example.com')
  const { stdout } = await command('create shop', grafana)
  const [, fix = ''] = /is not among the application's origins\. Run `.*?(app set .+)`\.\n$/.exec(stdout) ?? []
  assert.equal(fix, 'app set shop --add-origin https://id.example.com')
  assert.equal((await run(fix)).code, 0)
  assert.deepEqual((await json('create shop', grafana)).notices, [])
  await run('app create other --rp-id other.example --origin https://other.example')
  const [notice = ''] = (await json('create other', grafana)).notices
  assert.match(notice, /^Browsers don't use passkeys of other\.example at https:\/\/id\.example\.com/)
  const [, related = ''] = /Or run `[^`]*?(app set [^`]+)`/.exec(notice) ?? []
  assert.equal((await run(related)).code, 0)
  assert.deepEqual((await json('create other', grafana)).notices, [])
})
