import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programPath, type Running, root, startThumbturn } from '@thumbturn/e2e/running.ts'
import { joinAsMember, signUp, type TestUser } from './test-user.ts'

const ada = 'ada@example.com'
let service: Running
let registered: TestUser
const folder = mkdtempSync(join(tmpdir(), 'samples-'))

before(async () => {
  service = await startThumbturn()
  registered = await signUp(service.url, ada)
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const sample = (name: string) => readFileSync(join(root, 'examples', name), 'utf8')

/**
 * `npx thumbturn` without npx, and curl that fails on errors; example.com is replaced by the service. The running service
 * reads its applications again after a second, so curl waits that long.
 */
const prelude = `
set -euo pipefail
npx() { shift; "$NODE" "$PROGRAM" "$@"; }
curl() { sleep 1; command curl --silent --show-error --fail-with-body "\${@//https:\\/\\/example.com/$SHOP}"; echo; }
`

/** Runs a script from the documentation with the URL of the started service. Returns its output. */
async function run(name: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const shown = sample(`shell/${name}`).replaceAll('http://localhost:4300', service.url)
  const script = prelude + shown.replaceAll(/\bshop /g, `${more.SHOP_ID ?? 'shop'} `)
  const shop = service.url.replace('localhost', 'shop.localhost')
  const cache = join(root, 'node_modules/.cache/compile')
  const env = {
    ...process.env,
    PORT: new URL(service.url).port,
    DATA_DIR: service.data,
    LOG_LEVEL: 'warn',
    NODE: process.execPath,
    NODE_COMPILE_CACHE: cache,
    PROGRAM: programPath,
    SHOP: shop,
    ...more,
  }
  return (await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })).stdout
}

const createKey = (application: string) => (service.command('key', 'create', application) as { key: string }).key

test('every script is run here, by test/packages.test.ts (packages), or by npm run upgrade:test (PostgreSQL)', () => {
  const scripts = globSync('*.sh', { cwd: join(root, 'examples/shell') })
  const source = readFileSync(import.meta.filename, 'utf8')
  assert.deepEqual(
    scripts.filter((name) => !source.includes(`run('${name}'`)),
    ['install-native.sh', 'install-sdk.sh', 'pack.sh', 'postgres-backup.sh'],
  )
})

test('the commands about applications make and change one, and say so as shown', async () => {
  const said = (await run('applications.sh')).replaceAll(service.url, 'http://localhost:4300')
  for (const line of sample('shell/application.txt').trimEnd().split('\n')) assert.ok(said.includes(`${line}\n`), line)
  assert.match(said, /ok +database/)
})

test('an application to move to is made in addition to others', async () => {
  assert.match(await run('move.sh', { SHOP_ID: 'bookshop' }), /reg:write user:read/)
})

test('clients of OpenID Connect are created and changed, with groups and the look of the hosted pages', async () => {
  const said = await run('openid.sh')
  assert.match(said, /client secret +\S{43}\n/)
  assert.match(said, /consent +skip/)
  assert.match(said, /allowedGroups +staff/)
})

test('clients that no member set up are let in, and one registers itself', async () => {
  const said = await run('mcp-clients.sh')
  assert.match(said, /"client_id_metadata_document_supported":true/)
  assert.match(said, /"client_id":"[\w-]+".*"token_endpoint_auth_method":"none"/)
})

test('an API is registered, and a client gets a token for it', async () => {
  const said = await run('protect-api.sh')
  assert.match(said, /"access_token":"[^"]+".*"scope":"notes:read"/)
  assert.match(said, /client secret +\S{43}\n/)
})

test('a site is protected by rules, and its program learns less', async () => {
  const said = await run('protected-sites.sh')
  assert.match(said, /wiki\.example\.com/)
  assert.match(said, /identityClaims/)
})

test('a device that shows a code signs a user in, who decides in a browser', async () => {
  const [said] = await Promise.all([run('device.sh'), allowDevice()])
  const [started, ...tokens] = said.split('\n').filter((line) => line.startsWith('{'))
  assert.match(started!, /"verification_uri":"[^"]+\/apps\/demo\/device\/"/)
  assert.match(tokens[0]!, /"refresh_token"/)
  assert.match(said, /"preferred_username":"tv@example.com"/)
  assert.match(tokens.at(-1)!, /"access_token"/)
})

/** Allows the device that the script starts, as a user in a browser. */
async function allowDevice() {
  const { token } = await signUp(service.url, 'tv@example.com')
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${service.url}/apps/demo/openid/pages${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url, 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    })
  const { headers } = await post('/session', { token })
  const file = join(folder, 'device.json')
  while (!existsSync(file) || !/}\s*$/.test(readFileSync(file, 'utf8'))) await setTimeout(100)
  const { user_code: userCode } = JSON.parse(readFileSync(file, 'utf8')) as { user_code: string }
  const [cookie] = headers.get('set-cookie')!.split(';')
  assert.equal((await post('/device', { userCode, decision: 'allow' }, cookie)).status, 204)
}

test('a backup is made, restored, and everything moved, as shown', async () => {
  const said = await run('backup.sh')
  assert.match(said, /^Backed up \d+ applications, \d+ users, \d+ passkeys into \S+\.backup /)
  assert.match(said, /\nRestored /)
  // Not the service's own data, which it can change at the same time.
  const moved = await run('migrate.sh', { DATA_DIR: join(folder, 'restored') })
  assert.match(moved, /\nEverything was copied and verified\./)
})

test('a master key is rotated, in the data folder and from a file, as shown', async () => {
  const said = await run('master-key.sh', { DATA_DIR: join(folder, 'restored') })
  assert.equal(said.match(/^Master key \S{8} opens the database, and so does \S{8}\.$/gm)?.length, 2)
  assert.equal(said.match(/^Only master key \S{8} opens the database now\./gm)?.length, 2)
})

test('the schema is compared and migrated as shown', async () => {
  const said = await run('upgrade.sh')
  assert.equal(said, 'The schema is up to date.\n'.repeat(3))
})

test('users are imported and exported as shown, by command and over HTTP', async () => {
  copyFileSync(join(root, 'examples/json/users.jsonl'), join(folder, 'users.jsonl'))
  const said = await run('import.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /^Nothing was written: 1 user can be imported into shop/)
  assert.match(said, /\nImported 1 user into shop, 0 there already, 0 rejected\.\nExported 1 user with 1 passkey into /)
  assert.match(said, /"imported":0,"unchanged":1,"rejected":0/)
  assert.match(said, /"username":"ada\.imported@example\.com".*\n\{"end":true\}\n/)
})

test('groups are created, and a user is described, as shown', async () => {
  const said = await run('groups.sh')
  assert.match(said, /\n1 user added to admins\.\n/)
  assert.match(said, / +ada\.imported@example\.com +Ada +active\n/)
  assert.match(said, /\ngroups +admins\nname +Ada Lovelace\nclaims +\{"department":"Engines"\}\n/)
})

test('a user is created and invited as shown', async () => {
  assert.match(
    await run('invite-user.sh', { SHOP_ID: 'demo' }),
    /^Created lin@example\.com \(\S+\)\.\nlin@example\.com can create a passkey .*\n\S+#invitation=\S+\n$/,
  )
})

test('the data of a user is exported and deleted as shown', async () => {
  await signUp(service.url, 'grace@example.com')
  const said = await run('personal-data.sh', { SHOP_ID: 'demo' })
  assert.match(
    said,
    /^Exported the data of grace@example\.com into \S+\.\nUser grace@example\.com \(\S+\) was deleted\.\n$/,
  )
  assert.match(readFileSync(join(folder, 'grace.json'), 'utf8'), /"username": "grace@example\.com"/)
})

test('apps and pages are named, and their files are served as shown', async () => {
  const said = await run('apps.sh')
  const files = said.split('\n').filter((line) => /^[{[]/.test(line))
  const names = ['assetlinks', 'apple-app-site-association', 'passkey-endpoints']
  const shown = names.map((name) => JSON.parse(sample(`json/${name}.json`)))
  assert.deepEqual(
    files.map((text) => JSON.parse(text)),
    shown,
  )
})

test('keys are made, listed and revoked, also those of the installation', async () => {
  const said = await run('keys.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /external:verify/)
  assert.match(said, /"id":"shop"/)
})

test('a signing key is rotated, and the old one is retired', async () => {
  const said = await run('signing-keys.sh')
  assert.match(said, /is published\./)
  assert.match(said, / +next /)
  assert.match(said, /no longer works: its tokens are rejected within a second\./)
})

test('a key pair for the first generation is made, named and listed', async () => {
  assert.match(await run('first-generation.sh'), /backend/)
})

test('events are listed by the command line and over HTTP', async () => {
  const said = await run('events.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /"events":\[/)
  assert.ok(Array.isArray(JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8'))))
})

test('reports are read, and events exported, over HTTP', async () => {
  const said = await run('analytics.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /"registrations":\{"success":\d+/)
  assert.match(said, /"offered":\d+/)
  assert.match(readFileSync(join(folder, 'events.jsonl'), 'utf8'), /\{"end":true\}\n/)
})

test('a directory creates a user and a group by SCIM, and roles are mapped to it', async () => {
  const scopes = ['--scope', 'profile:read', '--scope', 'profile:write']
  const { key } = service.command('key', 'create', 'thumbturn', ...scopes) as { key: string }
  const said = await run('scim.sh', { SCIM_KEY: key, THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /profile:read profile:write/)
  assert.match(said, /"userName":"grace@example\.com".*"active":true/)
  assert.match(said, /"totalResults":1/)
  assert.match(said, /"active":false/)
  assert.match(said, /"displayName":"Engineering","members":0,"roles":\[\{"application":"\*","role":"developer"\}\]/)
})

test('texts of messages are changed, tested, and reset over HTTP', async () => {
  const said = await run('messages.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /"subject":"\{code\} is your code for \{app\}","title":"Your code"/)
  assert.match(said, /\{"outcome":"outbox"\}/)
})

test('the log level is changed, and the installation is checked', async () => {
  const said = await run('monitoring.sh', { THUMBTURN_ADMIN_KEY: createKey('thumbturn') })
  assert.match(said, /^\{"level":"debug"\}\n/)
  assert.match(said, /ok +database/)
  assert.match(said, /"about": "database"/)
})

test('the probes respond', async () => {
  const paths = [...sample('yaml/probes.yaml').matchAll(/path: (\S+),/g)].map(([, path]) => path)
  assert.deepEqual(paths, ['/health', '/health', '/ready'])
  for (const path of paths) assert.equal((await fetch(`${service.url}${path}`)).status, 200)
})

test('the first owner joins by the set-up link, and members are invited, changed, removed, and recovered', async () => {
  const findLink = (text: string) => /http:\S+#tti_\S+/.exec(text)![0]
  await joinAsMember(service.url, findLink(await run('set-up-link.sh')), 'ada')
  const { url } = service.command('member', 'invite', '--role', 'viewer') as { url: string }
  await joinAsMember(service.url, url, 'grace')
  const said = await run('members.sh')
  assert.match(said, /grace is now developer/)
  assert.match(said, /no longer a member/)
  assert.equal(said.split('#tti_').length, 3)
})

test('connectors are created for several applications, and dead letters are replayed', async () => {
  writeFileSync(
    join(folder, 'webhook.json'),
    JSON.stringify({ name: 'Hook', target: { type: 'webhook', url: 'https://example.com/hooks' } }),
  )
  const made = service.command('connector', 'create', 'shop', join(folder, 'webhook.json')) as { id: string }
  const said = await run('connectors.sh', { CONNECTOR: made.id })
  assert.match(said, /whsec_/)
  assert.equal(said.match(/^Connector \S+ of shop was created/gm)?.length, 3)
  assert.equal(said.match(/^Connector \S+ of thumbturn was created/gm)?.length, 1)
  assert.match(said, / Hook +webhook/)
})

test('the calls of a backend are answered', async () => {
  const { token: TOKEN, txId: TX_ID } = registered
  const said = await run('backend.sh', { THUMBTURN_API_KEY: createKey('demo'), TOKEN, TX_ID })
  assert.match(said, /"token":"eyJ/)
  assert.match(said, /"matchResult":"\w+"/)
  assert.match(said, /HTTP\/1.1 204/)
  assert.match(said, /"txPayload":"Pay 25.00 EUR to Grace"/)
})

test('an address is proved by the code that a mail brought', async () => {
  await run('contacts.sh', { THUMBTURN_API_KEY: createKey('demo'), USER_ID: registered.userId })
})

test('a key may be sent in any of the three forms', async () => {
  const key = createKey('demo')
  const forms = sample('shell/authorization.http').trimEnd().split('\n')
  assert.equal(forms.length, 3)
  for (const form of forms) {
    const authorization = form
      .slice('Authorization: '.length)
      .replace('base64(<key>:)', Buffer.from(`${key}:`).toString('base64'))
      .replace('<key>', key)
    const path = `/apps/demo/fido2/v2/mgmt/users/find?username=${encodeURIComponent(ada)}`
    assert.equal((await fetch(service.url + path, { headers: { authorization } })).status, 200, form)
  }
})

test('the access token has the claims that are shown', () => {
  const claims = JSON.parse(Buffer.from(registered.token.split('.')[1]!, 'base64url').toString())
  const shown = JSON.parse(sample('json/access-token.json'))
  assert.deepEqual(listTypes(claims), listTypes(shown))
  assert.deepEqual(claims.scopes.toSorted(), shown.scopes.toSorted())
  assert.equal(claims.verify, shown.verify)
})

const listTypes = (claims: object) =>
  Object.fromEntries(
    Object.entries(claims)
      .map(([name, value]) => [name, typeof value])
      .sort(),
  )
