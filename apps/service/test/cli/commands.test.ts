import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

type Finding = { about: string; verdict: string; says: string; advice?: string }
const shop = ['--rp-id', 'example.com', '--origin', 'https://example.com']

/** Runs commands on one data folder. */
function installation(t: TestContext, settings: Record<string, string> = {}) {
  const DATA_DIR = dataFolder(t)
  const command = (text: string, more: readonly string[] = []) =>
    runCommand([...text.split(' '), ...more], { DATA_DIR, ...settings })
  return {
    DATA_DIR,
    command,
    async json<T>(text: string, more: readonly string[] = []): Promise<T> {
      const { stdout, stderr, code } = await command(text, [...more, '--json'])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout) as T
    },
  }
}

test('parallel commands that change different settings lose none of them', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  const settings = ['ceremonySeconds=60', 'idTokenSeconds=120', 'accessTokenSeconds=240']
  const codes = await Promise.all(
    settings.map(async (setting) => (await command('app set shop --set', [setting])).code),
  )
  assert.deepEqual(codes, [0, 0, 0])
  const shown = await json<{ settings: Record<string, unknown> }>('app show shop')
  for (const [name = '', value] of settings.map((setting) => setting.split('=')))
    assert.equal(shown.settings[name], Number(value), name)
})

test('an unknown argument is rejected, such as an origin without --origin', async (t) => {
  const { command } = installation(t)
  const rejected = await command('app create shop', [...shop, 'https://www.example.com'])
  assert.equal(rejected.code, 2)
  assert.equal(
    rejected.stderr,
    "Too many arguments for 'create'. Expected 1 argument but got 2: shop, https://www.example.com. See npx thumbturn app create --help\n",
  )
  assert.match(
    (await command('app list shop')).stderr,
    /Too many arguments for 'list'.*: shop\. See npx thumbturn app list --help/,
  )
  assert.match((await command('app show shop')).stderr, /There is no application shop/)
})

test("an MFA policy is set by name or written out, and rejected if it can't work", async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  for (const policy of ['two-factors', 'signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg']) {
    assert.equal((await command('app set shop --set', [`mfaPolicy=${policy}`])).code, 0)
    const { settings } = await json<{ settings: { mfaPolicy: string } }>('app show shop')
    assert.equal(settings.mfaPolicy, policy)
  }
  const rejected = await command('app set shop --set', ['mfaPolicy=signIn: passkey:reg'])
  assert.match(rejected.stderr, /signIn cannot be by passkey:reg: an attacker could add a passkey to any account/)
  const mixed = await command('app set shop --set mfaSessionSeconds=1000 --set mfaFlowSeconds=60')
  assert.match(mixed.stderr, /mfaSessionSeconds must not be longer than mfaFlowSeconds/)
})

test('a signing key whose name starts with a hyphen is not an option', async (t) => {
  const { command } = installation(t)
  await command('app create shop', shop)
  for (const kid of ['-zbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', '--bLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs']) {
    const { stderr } = await command('signing-key retire shop', [kid, '--json'])
    const { msg, msgCode } = JSON.parse(stderr) as { msg: string; msgCode: string }
    assert.ok(msg.startsWith(`No signing key ${kid} is in use (database: sqlite:`), msg)
    assert.equal(msgCode, 'not_found')
  }
})

test('a key is shown once, listed without its secret, and revoked', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  const { key, id, scopes } = await json<{ key: string; id: string; scopes: string[] }>(
    'key create shop --name backend --scope reg:write --scope passkey:read,passkey:write',
  )
  assert.match(key, /^ttk_[0-9a-f]{16}\.[\w-]{43}$/)
  assert.deepEqual(scopes, ['reg:write', 'passkey:read', 'passkey:write'])
  const listed = await command('key list shop --json')
  assert.ok(listed.stdout.includes(id) && !listed.stdout.includes(key.split('.')[1]!) && !/hash/i.test(listed.stdout))
  assert.equal((await command(`key revoke shop ${id}`)).stdout, `API key ${id} no longer works.\n`)
  assert.match((await command('key list shop')).stdout, /revoked \d{4}-\d\d-\d\d/)
  assert.match((await command(`key revoke shop ${id}`)).stderr, new RegExp(`^No API key ${id} is in use `))
})

test('a key is printed as a line for an .env file, and nothing else, with --env', async (t) => {
  const { command } = installation(t)
  await command('app create shop', shop)
  assert.match((await command('key create shop --env')).stdout, /^THUMBTURN_API_KEY=ttk_[\w.-]+\n$/)
})

test('a key that expires is listed with the day, and one that would have expired already is an error', async (t) => {
  const { command, json } = installation(t)
  await command('app create shop', shop)
  const { expiresAt } = await json<{ expiresAt: number }>('key create shop --expires 90d')
  assert.ok(Math.abs(expiresAt - Date.now() - 90 * 86_400_000) < 60_000)
  assert.match((await command('key create shop --expires 2999-01-31')).stdout, /It expires at 2999-01-31T00:00:00Z\./)
  const { stdout } = await command('key list shop')
  assert.match(stdout, /expires 2999-01-31/)
  assert.match((await command('key create shop --expires 2020-01-31')).stderr, /has already passed/)
  assert.match((await command('key create shop --expires soon')).stderr, /"soon" is not a time: write 2027-06-30/)
})

test('a client key is added, listed, and revoked, and a private key is rejected', async (t) => {
  const { DATA_DIR, json, command } = installation(t)
  await command('app create shop', shop)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [pem, secret] = [join(DATA_DIR, 'public.pem'), join(DATA_DIR, 'private.pem')]
  writeFileSync(pem, publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(secret, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const { id } = await json<{ id: string }>(`client-key add shop ${pem} --name backend`)
  assert.match((await command('client-key list shop')).stdout, new RegExp(`${id} +backend`))
  assert.match((await command(`client-key add shop ${secret}`)).stderr, /must be a P-256 key/)
  assert.equal((await command(`client-key revoke shop ${id}`)).stdout, `Client key ${id} no longer works.\n`)
  assert.match((await command(`client-key revoke shop ${id}`)).stderr, new RegExp(`^No client key ${id} is in use `))
  const history = await json<{ type: string; detail: object }[]>('events list shop --type fido2.client_key')
  assert.deepEqual(
    history.map(({ type, detail }) => [type, detail]),
    [
      ['fido2.client_key.revoked', { keyId: id, by: 'command line' }],
      ['fido2.client_key.added', { keyId: id, name: 'backend', by: 'command line' }],
    ],
  )
})

test('a signing key is rotated, listed, and retired, and never shown', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  type Key = { kid: string; state: string; createdAt: number; signsAt?: number }
  const [first] = await json<Key[]>('signing-key list shop')
  assert.equal(first?.state, 'signing')
  const only = `Signing key ${first?.kid} is the only one in use: rotate first, then retire it\n`
  assert.equal((await command(`signing-key retire shop ${first?.kid}`)).stderr, only)
  const next = await json<Key>('signing-key rotate shop')
  assert.deepEqual([next.state, next.signsAt! - next.createdAt], ['next', 420_000])
  assert.match((await command('signing-key rotate shop')).stderr, /^A rotation is under way: key \S+ signs from \d{4}-/)
  const { stdout } = await command('signing-key list shop')
  assert.match(stdout, new RegExp(`${next.kid} +next [\\s\\S]*${first?.kid} +signing `))
  assert.match((await command('signing-key rotate shop --alg RS256')).stderr, /has no RS256 key to rotate/)
  assert.match((await command('signing-key rotate shop --alg HS256')).stderr, /Allowed choices are ES256, RS256/)
  assert.doesNotMatch((await command('signing-key list shop --json')).stdout, /sealed|private/i)
  assert.match(
    (await command(`signing-key retire shop ${first?.kid}`)).stdout,
    /no longer works: its tokens are rejected/,
  )
  const history = await json<{ type: string; detail: object }[]>('events list shop --type fido2.signing_key')
  assert.deepEqual(
    history.map(({ type, detail }) => [type, detail]),
    [
      ['fido2.signing_key.retired', { kid: first?.kid, by: 'command line' }],
      ['fido2.signing_key.created', { kid: next.kid, by: 'command line' }],
    ],
  )
  assert.deepEqual(await json('events list shop --type fido2.signing-key'), history)
})

test('a history is filtered, and control characters in a name have no effect on the terminal', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  await command('key create shop --name', ['evil\u001b[2J\u202e\nname'])
  type EventList = { type: string; severity: string; detail: { name?: string } }[]
  const listed = await json<EventList>('events list shop')
  assert.deepEqual(
    listed.map(({ type }) => type),
    ['fido2.api_key.created', 'fido2.application.created'],
  )
  assert.equal(listed[0]?.detail.name, 'evil\u001b[2J\u202e\nname')
  const { stdout } = await command('events list shop --type fido2.api_key --severity notice --since 1h --limit 5')
  const [line, facts = '', ...rest] = stdout.trimEnd().split('\n')
  assert.match(line ?? '', /^\d{4}-\d\d-\d\dT[\d:]{8}Z +notice +fido2\.api_key\.created$/)
  assert.match(facts, /^ {4}keyId=\w+ name=evil\\u001b\[2J\\u202e\\nname /)
  for (const more of [facts, ...rest]) assert.ok(/^ {4}\S/.test(more) && more.length <= 100, more)
  const inJson = (await command('events list shop --json')).stdout
  for (const steering of ['\u001b', '\u202e']) assert.ok(!inJson.includes(steering))
  assert.deepEqual(await json('events list shop --until 1h'), [])
})

test('invalid input says what to do, with exit code 2 and without a stack trace', async (t) => {
  const { command } = installation(t)
  const wrong: [string, readonly string[], RegExp][] = [
    ['dance', [], /^Unknown command 'dance'\. See npx thumbturn --help$/m],
    ['dctor', [], /^Unknown command 'dctor'\. Did you mean doctor\? See npx thumbturn --help$/m],
    ['app dance', [], /^Unknown command 'dance'\. See npx thumbturn app --help$/m],
    ['app', [], /^Name a command; see npx thumbturn app --help$/m],
    ['app create', [], /Required option '--rp-id <domain>' not specified/],
    [
      'app create --rp-id a.com --origin https://a.com',
      [],
      /Missing required argument 'id'\. See npx thumbturn app create --help/,
    ],
    ['app set shop', [], /Nothing to change: give --name, --rp-id, --add-origin, --base-url, or --set/],
    ['app list --name x', [], /Unknown option '--name'/],
    ['app create Shop', shop, /id "Shop" must be/],
    ['app create shop --rp-id 127.0.0.1 --origin http://x', [], /RP ID "127.0.0.1" must be[\s\S]*origin "http:\/\/x"/],
    ['app create shop --name', ['Evil\r\nBcc: x@example.com', ...shop], /name must be one line of 1 to 128/],
    ['app create shop --set color=red', shop, /Unknown setting color; known: .*signCounter/],
    ['app create shop --set signcounter=flag', shop, /Unknown setting signcounter; did you mean signCounter\?/],
    ['app create shop --set constructor=1', shop, /Unknown setting constructor; known: /],
    ['app create shop --rp-id co.uk --origin https://shop.co.uk', [], /RP ID "co.uk" is a public suffix/],
    ['app create shop --set ceremonySeconds=1', shop, /ceremonySeconds cannot be "1"; it takes a whole number from/],
    ['app create shop --set registrationRequiresToken=maybe', shop, /it takes true \| false/],
    ['app create shop --set smsCountries=de', shop, /it takes a list of texts such as DE, separated by commas/],
    [
      'app show missing',
      [],
      /There is no application missing\. Create one: npx thumbturn app create \(database: sqlite:\S+thumbturn\.db\)$/m,
    ],
    ['app set missing --name x', [], /There is no application missing/],
    ['key create', [], /Missing required argument 'app'\. See npx thumbturn key create --help/],
    ['key create missing', [], /There is no application missing/],
    ['signing-key rotate missing', [], /There is no application missing/],
    ['signing-key retire thumbturn', [], /Missing required argument 'kid'/],
    ['signing-key retire thumbturn none', [], /No signing key none is in use/],
    ['events list missing', [], /There is no application missing/],
    ['events list thumbturn --since yesterday', [], /"yesterday" is not a time: write/],
    [
      'events list thumbturn --severity fatal',
      [],
      /'fatal' is invalid\. Allowed choices are info, notice, warning, critical\. See npx thumbturn events list --help/,
    ],
    ['events list thumbturn --type %', [], /--type takes the beginning of a type/],
    ['events list thumbturn --limit 0', [], /--limit takes a whole number/],
    [
      'key create shop --nam x',
      [],
      /^Unknown option '--nam'\. Did you mean --name\? See npx thumbturn key create --help$/m,
    ],
  ]
  const responses = await Promise.all(wrong.map(([text, more]) => command(text, more)))
  for (const [at, { code, stdout, stderr }] of responses.entries()) {
    const [text, , expected] = wrong[at]!
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, `${text}: ${stderr}`)
    assert.match(stderr, expected, text)
    assert.doesNotMatch(stderr, /^ +at /m, text)
  }
})

test('every error is JSON with --json', async (t) => {
  const { command } = installation(t)
  for (const [text, msgCode] of [
    ['app show nope', 'not_found'],
    ['app create shop --rp-id 127.0.0.1 --origin https://127.0.0.1', 'bad_request'],
    ['app danse', 'bad_request'],
    ['--json app', 'bad_request'],
  ] as const) {
    const { stderr, stdout, code } = await command(`${text} --json`)
    assert.deepEqual({ stdout, code }, { stdout: '', code: 2 })
    const last = stderr.slice(stderr.indexOf('{'))
    assert.equal((JSON.parse(last) as { msgCode: string }).msgCode, msgCode)
  }
})

test('every command has help within 100 columns that needs no settings, and so do the version and completion', async (t) => {
  const { command } = installation(t, { PORT: 'none' })
  const paths = [
    '',
    'serve',
    'app',
    'app create',
    'app set',
    'key',
    'key create',
    'client create',
    'client-key add',
    'signing-key',
    'events list',
  ]
  for (const path of paths) {
    const { stdout, code } = await command(`${path} --help`.trim())
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`^Usage: thumbturn ${path}`))
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100, line)
  }
  assert.match((await command('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
  assert.equal((await command('app list')).code, 2)
})

test('tables fit into 100 columns, with IDs in one piece', async (t) => {
  const { json, command } = installation(t)
  await command('app create shop', shop)
  const { id } = await json<{ id: string }>('key create shop --name', ['a name of many words '.repeat(6).trim()])
  await command('signing-key rotate shop')
  const [{ kid } = { kid: '' }] = await json<{ kid: string }[]>('signing-key list shop')
  const texts = await Promise.all(
    ['key list shop', 'signing-key list shop', 'app show shop'].map((text) => command(text)),
  )
  for (const line of texts.flatMap(({ stdout }) => stdout.split('\n'))) assert.ok(line.length <= 100, line)
  assert.match(texts[0]!.stdout, new RegExp(`^${id} `, 'm'))
  assert.match(texts[1]!.stdout, new RegExp(`^${kid} `, 'm'))
})

test('doctor reports no problems in a complete installation', async (t) => {
  const { command, json } = installation(t)
  await command('app create shop --rp-id localhost --origin http://localhost:4300')
  const findings = await json<Finding[]>('doctor')
  assert.deepEqual([...new Set(findings.map(({ verdict }) => verdict))], ['good'], JSON.stringify(findings))
  assert.deepEqual(findings.map(({ about }) => about).slice(0, 2), ['address', 'database'])
})

for (const [what, settings, about, says] of [
  ['an IPv4 address in BASE_URL', { BASE_URL: 'https://192.0.2.1' }, 'address', /is an IP address/],
  ['an IPv6 address in BASE_URL', { BASE_URL: 'https://[::1]:4300' }, 'address', /is an IP address/],
  ['a BASE_URL without TLS', { BASE_URL: 'http://id.example.com' }, 'address', /has no TLS/],
  ['an unreachable database', { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' }, 'database', /ECONNREFUSED/],
  [
    'a database name of two addresses',
    { DATABASE_URL: 'postgres://me:hunter2@localhost:1/x' },
    'database',
    /ECONNREFUSED/,
  ],
  ['a file that is not a database', { DATABASE_URL: 'sqlite:/dev/null/x' }, 'database', /./],
] as const) {
  test(`doctor reports ${what}`, async (t) => {
    const { command } = installation(t, settings)
    const { code, stdout, stderr } = await command('doctor --json')
    assert.equal(code, 1, stderr)
    const finding = (JSON.parse(stdout) as Finding[]).find((one) => one.about === about)
    assert.equal(finding?.verdict, 'broken', stdout)
    assert.match(finding!.says, says)
    assert.ok(finding?.advice)
    assert.doesNotMatch(stdout + stderr, /hunter2|^ +at /m)
  })
}

test("doctor reports a master key that didn't seal the data", async (t) => {
  const { command, DATA_DIR } = installation(t)
  await command('app create shop', shop)
  writeFileSync(join(DATA_DIR, 'master.key'), randomBytes(32).toString('base64url'))
  const { code, stdout } = await command('doctor')
  assert.equal(code, 1)
  assert.match(
    stdout,
    /BROKEN {2}database: The database belongs to another master key than the one in .+master\.key: give the master key/,
  )
})

test('doctor warns about an application whose RP ID is a public suffix', async (t) => {
  const { command, json, DATA_DIR } = installation(t)
  await command('app create shop', shop)
  const database = new DatabaseSync(join(DATA_DIR, 'thumbturn.db'))
  database.exec(`update applications set rp_id = 'github.io', origins = '["https://github.io"]' where id = 'shop'`)
  database.close()
  const finding = (await json<Finding[]>('doctor')).find(({ about }) => about === 'application shop')
  assert.equal(finding?.verdict, 'warning')
  assert.match(finding!.says, /^RP ID github\.io is a public suffix/)
})

test('every other command reports a missing database in one sentence', async (t) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const { command } = installation(t, { DATABASE_URL: `postgres://me:hunter2@${host}:1/x` })
    const { code, stderr } = await command('app list')
    assert.equal(code, 2)
    assert.match(stderr, /ECONNREFUSED/)
    assert.doesNotMatch(stderr, /hunter2|^ +at /m)
  }
})

test('an application is deleted after confirmation', async (t) => {
  const { command } = installation(t)
  await command('app create shop', shop)
  const unconfirmed = await command('app delete shop')
  assert.equal(unconfirmed.stderr, 'Confirm that shop and everything in it is to be deleted: add --yes\n')
  assert.equal((await command('app delete shop --yes')).stdout, 'Application shop and everything in it was deleted.\n')
  assert.match(
    (await command('app show shop')).stderr,
    /There is no application shop\. Create one: npx thumbturn app create \(database/,
  )
  assert.match((await command('app delete thumbturn --yes')).stderr, /the installation's own application/)
})
