import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import './english.ts'
import { fileURLToPath } from 'node:url'
import { defaultSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { fitUnit } from '../src/common/fields/durations.ts'
import { omitSaved } from '../src/common/fields/omit-saved.ts'
import { compareEdits, listChanged, toChange } from '../src/settings/draft.ts'
import type { FieldName, FieldTexts } from '../src/settings/field-texts.ts'
import { findFingerprint } from '../src/settings/fingerprint.ts'
import { defaultFor, findField, findProblem, settingNames, toggleChoice } from '../src/settings/schema.ts'
import { searchSections } from '../src/settings/search.ts'
import { sections } from '../src/settings/sections.ts'
import { findTexts } from '../src/settings/texts.ts'
import { describeAdvanced, formatValue, isEmpty, nameSettings } from '../src/settings/words.ts'

const fields: readonly FieldName[] = ['name', 'origins', 'rpId', 'baseUrl', ...settingNames]

test('every field is in one section of the page, except the allowed authenticators, which have a page', () => {
  const shown = sections.flatMap(({ fields, advanced }) => [...fields, ...advanced])
  assert.deepEqual([...shown, 'authenticators'].sort(), fields.toSorted())
})

test('what is changed while other changes are saved stays a change', () => {
  const origins = ['https://a.example']
  const saved = { name: 'Shop', origins }
  assert.deepEqual(omitSaved({ name: 'Store', origins, rpId: 'b.example' }, saved), {
    name: 'Store',
    rpId: 'b.example',
  })
  assert.deepEqual(omitSaved(saved, saved), {})
})

test('the form accepts every default, and knows how each setting is edited', () => {
  for (const name of settingNames) {
    assert.equal(findProblem(name, defaultSettings[name]), undefined, name)
    assert.ok(findField(name).kind, name)
  }
})

test('a field is described in whole sentences, without values or names of the API', () => {
  const names = fields.filter((name) => /[A-Z]/.test(name))
  for (const field of fields) {
    const { help, whenEmpty, choices = {} } = findTexts(field)
    const explanations = Object.values(choices).map((choice) => choice.help)
    for (const text of [help, whenEmpty, ...explanations]) {
      if (text === undefined) continue
      assert.match(text, /^[A-Z].*\.$/, field)
      for (const name of names) assert.doesNotMatch(text, new RegExp(`\\b${name}\\b`), field)
      assert.doesNotMatch(text, /\bempty\b|: (?:the|it|a) /, field)
    }
  }
})

// Each of these must not compile.
export type Incomplete = [
  // @ts-expect-error a choice without words
  Complete<'signCounter', { choices: { reject: { name: 'Reject' } } }>,
  // @ts-expect-error a choice of a list without words
  Complete<'hints', { choices: { hybrid: { name: 'Phone' } } }>,
  // @ts-expect-error a number without a unit
  Complete<'otpDigits', object>,
]

type Complete<
  Name extends FieldName,
  Texts extends Omit<FieldTexts[Name], 'label' | 'help' | 'docs' | 'whenEmpty'>,
> = Texts

test('a field that can be empty says what that leads to', () => {
  for (const field of fields) {
    const empty = findField(field).kind === 'text' ? '' : []
    if (findField(field).kind.startsWith('text') || findField(field).kind === 'choices')
      assert.equal(
        findTexts(field).whenEmpty !== undefined,
        findProblem(field, empty) === undefined && field !== 'mfaPolicy',
        field,
      )
  }
})

test('every default is shown in words and units', () => {
  for (const name of settingNames) {
    const text = formatValue(name, defaultFor(name))
    if (!isEmpty(defaultFor(name)) && name !== 'mfaPolicy')
      assert.match(text, /^(?:[A-Z]|\d+(?:,\d+)* [a-z]|简体)/, name)
  }
})

test('every field links to a page of the documentation and to a part of it', () => {
  for (const field of fields) {
    const [path = '', anchor] = findTexts(field).docs.split('#')
    const anchors = readAnchors(path)
    assert.ok(anchor === undefined || anchors.includes(anchor), `${field}: ${path}#${anchor}`)
  }
})

const docs = fileURLToPath(new URL('../../docs/docs', import.meta.url))

function readAnchors(path: string): string[] {
  const base = docs + path.replace(/\/$/, '')
  const file = existsSync(`${base}.mdx`) ? `${base}.mdx` : `${base}/index.mdx`
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#{2,3} (.*?)(?: \{\/\* #(.*?) \*\/\})?$/gm)]
  return headings.map(([, title = '', id]) => id ?? slugify(title))
}

const slugify = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

test('a search finds fields by label, help, choice, and name in the API', () => {
  const find = (query: string) => searchSections(query).flatMap(({ fields, advanced }) => [...fields, ...advanced])
  assert.deepEqual(find('RP domain bound'), ['rpId'])
  assert.deepEqual(find('otpDigits'), ['otpDigits'])
  assert.deepEqual(find('ml-dsa-44'), ['algorithms'])
  assert.deepEqual(find('no such thing'), [])
})

test('a message of the service has the labels of settings', () => {
  const message = 'mfaSessionSeconds must not be longer than mfaFlowSeconds'
  assert.equal(nameSettings(message, fields), '“Time for one step” must not be longer than “Time for the whole flow”')
})

test('folded settings are counted', () => {
  assert.equal(describeAdvanced(1, 0), '1 advanced setting')
  assert.equal(describeAdvanced(6, 2), '6 advanced settings, 2 changed')
})

for (const [name, value, problem] of [
  ['otpDigits', 5, 'Must be at least 6 digits'],
  ['ceremonySeconds', 5, 'Must be at least 10 seconds'],
  ['browserSessionSeconds', 40_000_000, 'Must be at most 365 days'],
  ['name', ' ', 'Enter a name'],
  ['origins', [], 'Add at least one origin'],
  ['otpDigits', 6.5, 'Must be a whole number'],
  ['emailsPerHour', 2_000_000, 'Must be at most 1,000,000 emails per hour'],
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

for (const [name, value, text] of [
  ['browserSessionSeconds', 2_592_000, '30 days'],
  ['accessTokenSeconds', 90, '90 seconds'],
  ['otpAttempts', 1, '1 attempt'],
  ['crossAuthMethods', [], 'None'],
  ['algorithms', [-7, -257], 'ES256, RS256'],
  ['enumeration', 'strict', 'Reveal nothing'],
  ['notices', true, 'On'],
  ['origins', ['https://a.example', 'https://b.example'], 'https://a.example, https://b.example'],
] as const) {
  test(`${name} ${JSON.stringify(value)} is shown as ${text}`, () => assert.equal(formatValue(name, value), text))
}

test('a duration is edited in the longest unit that it is a whole number of', () => {
  assert.deepEqual(
    [0, 45, 90, 600, 7_200, 86_400].map((seconds) => fitUnit(seconds).id),
    ['seconds', 'seconds', 'seconds', 'minutes', 'hours', 'days'],
  )
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
