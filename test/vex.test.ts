import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { completeVex } = await import(join(root, 'scripts/release/vex.mjs'))

/** Dates and addresses as the schema requires them: its own formats are no part of the validator. */
const formats = {
  iri: (text: string) => URL.canParse(text),
  uri: (text: string) => URL.canParse(text),
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
}
/** The schema of the OpenVEX specification (github.com/openvex/spec). */
const isValid = new Ajv2020({ formats, strict: false }).compile(read('test/schemas/openvex-0.2.0.json'))

const statements = read('scripts/release/vex.json') as { vulnerability: { name: string } }[]
const complete = (list: object[]) =>
  completeVex(list, { seconds: 1_700_000_000, name: 'thumbturn-0.1.0.openvex.json' }) as {
    '@id': string
    timestamp: string
    statements: { products: { '@id': string; subcomponents?: object[] }[] }[]
  }

test('the OpenVEX document of a release is valid, and each statement is about its npm package, Debian package, and image', () => {
  const document = complete(statements)
  assert.ok(isValid(document), JSON.stringify(isValid.errors))
  assert.equal(document.timestamp, '2023-11-14T22:13:20.000Z')
  assert.match(document['@id'], /\/releases\/download\/v[\d.]+\/thumbturn-0\.1\.0\.openvex\.json$/)
  for (const { products } of document.statements)
    for (const [index, type] of ['npm', 'deb', 'oci'].entries())
      assert.ok(products[index]!['@id'].startsWith(`pkg:${type}/thumbturn`))
})

test('each vulnerability has one statement', () => {
  const names = statements.map(({ vulnerability }) => vulnerability.name)
  assert.deepEqual([...new Set(names)], names)
})

for (const [what, statement] of Object.entries({
  'that does not say why this version is not affected': { status: 'not_affected' },
  'that does not say what users of an affected version can do': { status: 'affected' },
  'with a status that does not exist': { status: 'ignored' },
  'with a justification that does not exist': { status: 'not_affected', justification: 'we_think_so' },
}))
  test(`a statement ${what} is not valid`, () =>
    assert.ok(!isValid(complete([{ vulnerability: { name: 'CVE-2026-1' }, ...statement }]))))
