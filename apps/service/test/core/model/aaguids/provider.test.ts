import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAaguid } from '../../../../src/core/model/aaguids/aaguid.ts'
import { findIcons } from '../../../../src/core/model/aaguids/icons.ts'
import { isImage } from '../../../../src/core/model/aaguids/image.ts'
import type { Statement } from '../../../../src/core/model/aaguids/metadata.ts'
import { createProviderDirectory, type NamedAuthenticator } from '../../../../src/core/model/aaguids/provider.ts'
import { wellKnown } from '../../../../src/core/model/aaguids/well-known.ts'

const keychain = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
const yubikey = 'cb69481e-8ff7-4039-93ec-0a2729a154a8'
const other = '01234567-89ab-cdef-0123-456789abcdef'
const [red, blue] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB']

const statement = (aaguid: string, changes: Partial<Statement> = {}): Statement => ({
  aaguid,
  name: 'Vendor Key, catalog no. 12',
  icon: undefined,
  iconDark: undefined,
  status: 'good',
  report: undefined,
  certification: undefined,
  keyProtection: [],
  reports: [],
  attestationTypes: [],
  algorithms: [],
  ...changes,
})

function directory(named: NamedAuthenticator[] = [], statements: Statement[] = []) {
  return createProviderDirectory(named, {
    findStatement: (aaguid) => statements.find((one) => one.aaguid === aaguid),
    listed: () => statements,
  })
}

test('a well-known model has its name and the drawing for its kind', () => {
  assert.deepEqual(directory().find(keychain), { id: keychain, name: 'iCloud Keychain', ...findIcons('platform') })
  assert.equal(directory().find(other), undefined)
})

test("our name takes precedence over the metadata's, whose icons take precedence over our drawings", () => {
  const { find } = directory([], [statement(yubikey, { icon: red })])
  assert.deepEqual(find(yubikey), { id: yubikey, name: 'YubiKey 5 Series', iconLight: red, iconDark: red })
})

test('a model known only from the metadata has its name and, without icons, the drawing of a key', () => {
  const { find } = directory([], [statement(other)])
  assert.deepEqual(find(other), { id: other, name: 'Vendor Key, catalog no. 12', ...findIcons('key') })
})

test("the operator's configuration takes precedence over everything else", () => {
  const named = [{ id: keychain, name: 'Our phones', iconDark: blue }]
  const { find } = directory(named, [statement(keychain, { icon: red })])
  assert.deepEqual(find(keychain), { id: keychain, name: 'Our phones', iconLight: blue, iconDark: blue })
})

test('the list has every model once, sorted by name', () => {
  const named = [
    { id: keychain, name: '0A' },
    { id: other, name: '0A' },
  ]
  const list = directory(named, [statement(keychain), statement(yubikey)]).list()
  assert.deepEqual(
    list.slice(0, 2).map(({ id }) => id),
    [other, keychain],
  )
  assert.equal(new Set(list.map(({ id }) => id)).size, list.length)
  assert.equal(list.length, wellKnown.size + 1)
})

test('every well-known AAGUID is in canonical form, and every drawing is an image', () => {
  for (const [aaguid, { kind }] of wellKnown) {
    assert.equal(toAaguid(aaguid), aaguid)
    for (const icon of Object.values(findIcons(kind))) assert.ok(isImage(icon))
  }
})
