import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationSettings, defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { compareEdits, formatValue, listChanged, toChange } from '../src/settings/draft.ts'
import { findFingerprint } from '../src/settings/fingerprint.ts'
import { groups, type SettingName } from '../src/settings/groups.ts'
import { findField, findProblem, toggleChoice } from '../src/settings/schema.ts'
import { explainNumber, formatDefault } from '../src/settings/words.ts'

const names = Object.keys(ApplicationSettings.properties) as SettingName[]

test('every setting of the contract is on the page once, or on the page of authenticators', () => {
  const shown = groups.flatMap(({ settings }) => settings)
  assert.deepEqual([...shown, 'authenticators'].sort(), names.toSorted())
})

test('the form accepts every default, and knows how each setting is edited', () => {
  for (const name of names) {
    assert.equal(findProblem(name, defaultSettings[name]), undefined, name)
    assert.ok(findField(name).kind, name)
  }
})

for (const [name, value, problem] of [
  ['otpDigits', 5, 'Must be at least 6'],
  ['otpDigits', 6.5, 'Must be a whole number'],
  ['emailsPerHour', 2_000_000, 'Must be at most 1,000,000'],
  ['algorithms', [], 'Must have at least 1 entry'],
  ['topOrigins', ['shop.example'], '“shop.example” must be an origin, such as https://example.com'],
  ['smsCountries', ['DE', 'DE'], 'Must not list an entry twice'],
] as const) {
  test(`${name} ${JSON.stringify(value)}: ${problem}`, () => assert.equal(findProblem(name, value), problem))
}

test('a choice is added at the end, or removed; an algorithm that resists quantum computers is added at the front', () => {
  assert.deepEqual(toggleChoice('algorithms', [-7, -257], -8), [-7, -257, -8])
  assert.deepEqual(toggleChoice('algorithms', [-7, -257], -48), [-48, -7, -257])
  assert.deepEqual(toggleChoice('algorithms', [-48, -7, -257], -7), [-48, -257])
  assert.deepEqual(toggleChoice('crossAuthMethods', ['otp'], 'otp:sms'), ['otp', 'otp:sms'])
})

test('values are shown in words and units', () => {
  assert.equal(explainNumber('refreshTokenSeconds', 2_592_000), 'seconds = 1 month')
  assert.equal(formatDefault('crossAuthMethods', []), 'none')
  assert.equal(formatDefault('algorithms', [-7, -257]), 'ES256 (−7), RS256 (−257)')
  assert.equal(formatValue(['a', 'b']), 'a, b')
})

test('a change has only the fields that differ, with settings below their own name', () => {
  const saved = { name: 'Shop', otpDigits: 6, origins: ['https://a.example'] }
  const edited = { ...saved, name: 'Store', otpDigits: 8 }
  assert.deepEqual(listChanged(saved, edited), ['name', 'otpDigits'])
  assert.deepEqual(toChange({ name: 'Store', otpDigits: 8 }), { name: 'Store', settings: { otpDigits: 8 } })
  assert.deepEqual(toChange({ name: 'Store' }), { name: 'Store' })
})

test('two edits conflict only where both changed one field to different values', () => {
  const base = { otpDigits: 6, maxPasskeys: 25, notices: true, name: 'Shop' }
  const theirs = { otpDigits: 7, maxPasskeys: 9, notices: false, name: 'Shop' }
  assert.deepEqual(compareEdits(base, { otpDigits: 8, notices: false, name: 'Store' }, theirs), {
    conflicts: ['otpDigits'],
    theirs: ['maxPasskeys'],
  })
})

const fingerprint = '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5'

for (const [what, text] of [
  [
    'what keytool prints',
    `Certificate fingerprints:\n\t SHA1: ${fingerprint.slice(0, 59)}\n\t SHA256: ${fingerprint}\n`,
  ],
  ['a bare fingerprint', fingerprint.toLowerCase()],
  ['hex digits without colons', fingerprint.replaceAll(':', '')],
] as const) {
  test(`the SHA-256 fingerprint is found in ${what}`, () => assert.equal(findFingerprint(text), fingerprint))
}

test('a SHA-1 fingerprint is not taken for SHA-256', () => {
  assert.equal(findFingerprint(`SHA1: ${fingerprint.slice(0, 59)}`), undefined)
})
