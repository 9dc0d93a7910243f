import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readAuthenticators } from '../../src/adapters/authenticators-file.ts'

const id = '01234567-89ab-cdef-0123-456789abcdef'
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'

function writeContent(t: TestContext, content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-authenticators-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'authenticators.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('a valid file is read, and its AAGUIDs are normalized', (t) => {
  const file = writeContent(t, [
    { id: id.replaceAll('-', '').toUpperCase(), name: 'Ours', iconLight: icon },
    { id, name: 'Again' },
  ])
  assert.deepEqual(readAuthenticators(file), [
    { id, name: 'Ours', iconLight: icon },
    { id, name: 'Again' },
  ])
})

for (const [what, content, problem] of [
  ['no JSON', '{', /cannot be read as JSON/],
  ['an object', { id, name: 'Ours' }, /must hold a JSON array/],
  ['a word among the entries', ['Ours'], /entry 0: must be object/],
  ['no name', [{ id }], /entry 0: must have required propert\w+ name/],
  ['an empty name', [{ id, name: '' }], /entry 0: name must/],
  ['a name of two lines', [{ id, name: 'a\nb' }], /entry 0: name must match/],
  ['a name of 129 characters', [{ id, name: 'a'.repeat(129) }], /entry 0: name must/],
  ['a misspelt member', [{ id, name: 'Ours', icon }], /entry 0: .*additional/],
  ['something else for an AAGUID', [{ id: 'ours', name: 'Ours' }], /entry 0: id "ours" is not an AAGUID/],
  [
    'an icon at an address',
    [{ id, name: 'Ours', iconLight: 'https://example.com/i.png' }],
    /entry 0: iconLight must be data:image/,
  ],
  [
    'a document for an icon',
    [{ id, name: 'Ours', iconDark: 'data:text/html;base64,AAAA' }],
    /entry 0: iconDark must be/,
  ],
  [
    'a mistake further on',
    [
      { id, name: 'Ours' },
      { id: '', name: 'x' },
    ],
    /entry 1: id "" is not an AAGUID/,
  ],
] as const) {
  test(`a file with ${what} is rejected with a clear message`, (t) => {
    const file = writeContent(t, content)
    assert.throws(() => readAuthenticators(file), { name: 'OperatorError', message: problem })
    assert.throws(() => readAuthenticators(file), { message: /authenticators\.json/ })
  })
}

test('the error for a missing file names it', () => {
  assert.throws(() => readAuthenticators('/nowhere/a.json'), /\/nowhere\/a\.json cannot be read as JSON: ENOENT/)
})
