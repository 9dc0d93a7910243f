import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// No suite runs, so none needs a server.
process.env.TEST_ENGINE = 'sqlite'
const text = readFileSync(join(root, 'docs/fido-conformance.md'), 'utf8')

/** `P-1, F-1–15` of a group as sixteen rows. */
const expandRows = (group: string, list: string) =>
  [...list.matchAll(/([PF])-(\d+)(?:–(\d+))?/g)].flatMap(([, kind, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${group} ${kind}-${Number(first) + i}`),
  )

/** The rows of a table with lines such as `| Attestation Resp-1 | P-1, F-1–15 | …`. */
const readRows = (table: string) =>
  [...table.matchAll(/^\| ([A-Z]\w+(?: Re(?:q|sp)-\w)?) +\| ((?:[PF]-\d+(?:–\d+)?(?:, )?)+) +\|/gm)].flatMap(
    ([, group, list]) => expandRows(group!, list!),
  )

/** The IDs of the program, version 1.9.1, as github.com/passwordless-lib/fido2-net-lib publishes them. */
function readPublishedRows(): string[] {
  const lines = readFileSync(join(root, 'test/fido-server-tests.csv'), 'utf8').trim().split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, suite = '', list = ''] = /^([^,]+),"?([^"]+)"?$/.exec(line) ?? []
    return expandRows(nameGroup(suite), list)
  })
}

/** `Attestation Resp-1` for `Server-ServerAuthenticatorAttestationResponse-Resp-1`. */
function nameGroup(suite: string): string {
  if (suite === 'Server-MDS3') return 'Metadata'
  const [, group, number] =
    /^Server-Server(?:Authenticator|PublicKeyCredential)(\w+?)(?:Response)?-(Re(?:q|sp)-\w)$/.exec(suite)!
  return `${group} ${number}`
}

/** The rows that apply, such as `Attestation Resp-3 F-9`. */
function readConformanceRows(): string[] {
  const [groups = '', exceptions = ''] = text.split("\n## Rows that don't apply")
  const excepted = new Set(readRows(exceptions.split('\n## ')[0]!))
  return readRows(groups).filter((row) => !excepted.has(row))
}

/** The names of the tests in the files of the document. They are declared instead of run, because their own suites run them. */
async function listTests(): Promise<string[]> {
  const names: string[] = []
  const declare = (name: string) => void names.push(name)
  const open = (_: string, suite: () => void) => suite()
  const ignore = () => {}
  Object.assign(globalThis, {
    declared: { test: declare, describe: open, before: ignore, beforeEach: ignore, after: ignore, afterEach: ignore },
  })
  const source = 'export const { test, describe, before, beforeEach, after, afterEach } = globalThis.declared'
  const url = `data:text/javascript,${encodeURIComponent(source)}`
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url, shortCircuit: true } : next(specifier, context),
  })
  for (const file of new Set(text.match(/(?<=`)[\w/-]+\.test\.ts(?=`)/g))) await import(join(root, file))
  hooks.deregister()
  return names
}

test('the rows of FIDO server conformance are read without those that cannot apply', () => {
  const rows = readConformanceRows()
  assert.ok(rows.length > 150, `${rows.length} rows`)
  assert.equal(new Set(rows).size, rows.length)
  for (const row of ['Attestation Resp-3 F-19', 'Attestation Resp-9 P-4', 'Metadata F-5', 'GetOptions Req-1 P-2'])
    assert.ok(rows.includes(row), row)
  for (const row of ['Attestation Resp-1 F-5', 'Attestation Resp-B P-1', 'Attestation Resp-9 P-3'])
    assert.ok(!rows.includes(row), row)
})

test('the document has every published row, and others only of a suite that the program no longer has', () => {
  const [groups = ''] = text.split("\n## Rows that don't apply")
  const [published, documented] = [readPublishedRows(), readRows(groups)]
  assert.ok(published.length > 160, `${published.length} rows`)
  assert.deepEqual(
    published.filter((row) => !documented.includes(row)),
    [],
  )
  const others = documented.filter((row) => !published.includes(row))
  assert.deepEqual([...new Set(others.map((row) => row.replace(/ [PF]-\d+$/, '')))], ['Attestation Resp-B'])
})

test('every row of FIDO server conformance that applies has a test with its name', async () => {
  const names = (await listTests()).join('\n')
  assert.deepEqual(
    readConformanceRows().filter((row) => !new RegExp(`${row}(?!\\d)`).test(names)),
    [],
  )
})
