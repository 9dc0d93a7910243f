import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { Settings } from '@thumbturn/service/settings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const hardening = read('apps/docs/docs/operate/hardening.mdx')
const troubleshooting = read('apps/docs/docs/operate/troubleshooting.mdx')

/** The sources of the service and of its Debian package, with the parts of long strings joined. */
const sources = globSync(
  [
    'apps/service/src/**/*.ts',
    'packages/contract/src/vocabulary/finding-texts.ts',
    'scripts/release/files/debian/*.mjs',
  ],
  { cwd: root },
)
  .map(read)
  .join('\n')
  .replaceAll(/['`] \+\s+['`]/g, '')

/** Rows of the page's tables, without headers, as cells. */
const listRows = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (---|Text|Reason|Item) \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

const listCode = (text: string) =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** The messages of Node about certificates, and a path that a user passes. */
const foreignTexts = ['self-signed certificate', 'unable to get local issuer certificate', 'thumbturn.env, line']

test('the service prints every text that the troubleshooting page explains', () => {
  const texts = listRows(troubleshooting).flatMap(([text]) => listCode(text!))
  assert.ok(texts.length > 45)
  const parts = texts.flatMap((text) => text.split(/\s*…\s*/).filter((part) => part !== ''))
  assert.deepEqual(
    parts.filter((part) => !foreignTexts.includes(part) && !sources.includes(part)),
    [],
  )
})

test('every row of the two pages has all of its cells', () => {
  const incomplete = (page: string, cells: number) => listRows(page).filter(({ length }) => length !== cells)
  assert.deepEqual([...incomplete(troubleshooting, 3), ...incomplete(hardening, 2)], [])
})

test('every check of doctor is on the checklist or on the page about monitoring', () => {
  const known = [...sources.matchAll(/\b(?:good|warning|broken|unconfigured)\(\s*'([\w ]+)'/g)].map(
    ([, about]) => about!,
  )
  const named = [...hardening.matchAll(/`doctor`: `([^`]+)`/g)].map(([, about]) => about!)
  assert.ok(named.length > 9)
  assert.deepEqual(
    named.filter((about) => !known.includes(about) && about !== 'application shop'),
    [],
  )
  const monitoring = read('apps/docs/docs/operate/monitoring.mdx')
  const elsewhere = ['applications', 'test mail', ...listCode(monitoring)]
  assert.deepEqual(
    known.filter((about) => !named.includes(about) && !elsewhere.includes(about)),
    [],
  )
})

test('the pages name settings that exist', () => {
  const names = Object.keys(Settings.properties)
  const foreign = /^OTEL_/
  const named = listCode(hardening + troubleshooting).flatMap((code) => code.match(/\b[A-Z][A-Z]+(_[A-Z]+)+\b/g) ?? [])
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter((name) => !names.includes(name) && !foreign.test(name)),
    [],
  )
  for (const name of ['registrationRequiresToken', 'attestation', 'attestationTrust', 'smsCountries'])
    assert.ok(hardening.includes(`\`${name}\``) && name in ApplicationSettings.properties, name)
})

/** Statements of the checklist, and the test that each is a result of. */
const evidence: Readonly<Record<string, readonly [file: string, test: string]>> = {
  '`doctor`: `address`': ['apps/service/test/cli/doctor-production.test.ts', 'doctor detects an expired certificate'],
  '`doctor`: `metrics`': [
    'apps/service/test/cli/doctor-production.test.ts',
    'doctor reports metrics that others can read',
  ],
  '`doctor`: `files`': ['apps/service/test/cli/doctor-production.test.ts', 'doctor names files that other users'],
  '`doctor`: `disk`': ['apps/service/test/cli/doctor-production.test.ts', 'doctor warns of a disk with little space'],
  '`doctor`: `database version`': [
    'apps/service/test/cli/doctor-production.test.ts',
    'doctor shows the version of the database',
  ],
  '`doctor`: `clock`': [
    'apps/service/test/cli/doctor-production.test.ts',
    'doctor compares the clock with that of the database',
  ],
  '`doctor`: `backup`': ['apps/service/test/cli/backup.test.ts', 'in production, doctor warns until a backup'],
  '`thumbturn member list`': ['apps/service/test/cli/member.test.ts', 'members are invited, listed, given roles'],
  '`doctor`: `proxies`': [
    'apps/service/test/cli/doctor-production.test.ts',
    'doctor warns of a proxy that is not trusted',
  ],
  '`/demo/` gets 404': ['apps/service/test/cli/production.test.ts', 'production serves no demo page'],
  'rates it below 2': ['scripts/test/release/debian.test.ts', 'systemd-analyze security rates the unit below 2.0'],
  'The image runs as user 65532': ['scripts/test/release/image.test.ts', 'the image runs read-only, as any user'],
}

test('statements of the checklist are results of tests', () => {
  for (const [statement, [file, name]] of Object.entries(evidence)) {
    assert.ok(hardening.includes(statement), statement)
    const names = [...read(file).matchAll(/\btest\(\s*['"`](.*)['"`]/g)].map(([, title]) => title!)
    assert.ok(
      names.some((title) => title.includes(name)),
      `${file} has no test "${name}"`,
    )
  }
})
