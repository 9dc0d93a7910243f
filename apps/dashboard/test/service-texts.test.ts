import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import './english.ts'
import { i18n } from '@lingui/core'
import { describeReason } from '../src/common/service-texts/describe-reason.ts'
import { errorTexts } from '../src/common/service-texts/errors.ts'
import { noticeTexts, translateNotice } from '../src/common/service-texts/notices.ts'
import { checkTexts, reasonTexts } from '../src/common/service-texts/reasons.ts'
import { endSentence, joinSentences, matchTemplate, translate } from '../src/common/service-texts/translate.ts'
import { translateError } from '../src/common/service-texts/translate-error.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the service rejects ceremonies. */
const folders = [
  ...['authentication', 'credentials', 'mfa', 'otp', 'registration', 'transactions'].map((flow) => `flows/${flow}`),
  ...['aaguids', 'limits', 'members', 'names', 'passkeys', 'users'].map((subject) => `use-cases/${subject}`),
  'model/members',
]

const speakGerman = (messages: Record<string, string>) => i18n.loadAndActivate({ locale: 'de', messages })

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('every reason of a rejected ceremony can be translated', () => {
  const sources = folders.flatMap((folder) => globSync(`${root}/apps/service/src/core/${folder}/**/*.ts`))
  const texts = [...sources, `${root}/apps/service/src/core/flows/open-flow.ts`].flatMap(listReasons)
  assert.ok(texts.length > 40)
  const templates = reasonTexts.map((text) => text.replaceAll(/\{\w+\}/g, '{}'))
  const missing = texts.filter((text) => !templates.includes(text))
  assert.deepEqual(missing, [], 'Add these to src/common/service-texts/reasons.ts.')
})

/** The texts that a file rejects with, with {} for each value. */
function listReasons(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(/\b(?:reject\w*|authenticationFailed)\(\s*(?:'([^']+)'|`([^`]+)`)/g)
  return [...calls].map(([, text, template]) => text ?? template!.replaceAll(/\$\{[^}]+\}/g, '{}'))
}

test('every check of a ceremony can be translated', () => {
  const [, union] = /type Reason =([\s\S]*?)\n\n/.exec(readFileSync(`${root}/packages/webauthn/src/errors.ts`, 'utf8'))!
  const checks = [...union!.matchAll(/'(\w+)'/g)].map(([, check]) => check)
  assert.deepEqual(Object.keys(checkTexts).sort(), checks.sort())
})

test('every error that can be translated is one of the service', () => {
  const source = globSync(`${root}/apps/service/src/**/*.ts`).map((file) => readFileSync(file, 'utf8'))
  const written = source.join('').replaceAll(/\$\{[^{}]+\}/g, '{}')
  // Those of the contract's values are put together from a field and a rule.
  const texts = errorTexts.filter((text) => !text.startsWith('`{field}`'))
  const stale = texts.filter((text) => !written.includes(text.replaceAll(/\{\w+\}/g, '{}')))
  assert.deepEqual(stale, [], 'Remove these from src/common/service-texts/errors.ts, or word them as the service does.')
})

test('a notice is translated as a whole, or as a problem and its remedy', () => {
  const [problem, remedy] = [
    "{origin}, where the hosted pages are, is not among the application's origins",
    'Run `{command}`',
  ]
  const template = (before: string, name: string, after: string) => [before, [name], after] as unknown as string
  speakGerman({ [problem]: template('', 'origin', ' fehlt'), [remedy]: template('Führen Sie `', 'command', '` aus.') })
  assert.ok([problem, remedy].every((text) => noticeTexts.includes(text)))
  const said = "https://a.example, where the hosted pages are, is not among the application's origins"
  const { text } = translateNotice(`${said}. Run \`thumbturn app set\`.`)
  assert.equal(text, 'https://a.example fehlt. Führen Sie `thumbturn app set` aus.')
  assert.equal(translateNotice(`${said}. Dance.`).language, 'en')
})

test('a message with several problems is translated if each can be', () => {
  const [one, other] = ['at least one algorithm must be offered', 'name must be one line of 1 to 128 characters']
  speakGerman({ [one]: 'Es fehlt ein Algorithmus.', [other]: 'Der Name passt nicht.' })
  assert.equal(translateError(`${one}; ${other}`), 'Es fehlt ein Algorithmus. Der Name passt nicht.')
  assert.equal(translateError(`${one}; an orbit is needed`), undefined)
})

test('a reason is translated by its text, by its check, or with its values', () => {
  speakGerman({
    'unknown passkey': 'Unbekannter Passkey',
    'the session is for {purpose}': ['Die Sitzung ist für ', ['purpose']] as unknown as string,
    [checkTexts.challenge!]: 'Die Challenge ist nicht die ausgestellte',
  })
  const inGerman = (reason: string) => describeReason(reason).text
  assert.equal(inGerman('unknown passkey'), 'Unbekannter Passkey')
  assert.equal(inGerman('the session is for otp'), 'Die Sitzung ist für otp')
  assert.equal(inGerman('challenge: the challenge is empty'), 'Die Challenge ist nicht die ausgestellte')
})

test('a text that the dashboard has no translation for stays as it is, and is marked as English', () => {
  speakGerman({ known: 'bekannt' })
  assert.deepEqual(translate('known'), { text: 'bekannt', language: undefined })
  assert.deepEqual(translate('constructor'), { text: 'constructor', language: 'en' })
  assert.deepEqual(describeReason('orbit: {x}'), { text: 'orbit: {x}', language: 'en' })
})

test('in English, a reason is what the service recorded', () => {
  const reason = 'challenge: the challenge is not the issued one'
  assert.deepEqual(describeReason(reason), { text: reason, language: undefined })
})

test('sentences end and follow each other as in their language', () => {
  assert.equal(joinSentences(['It failed', 'Wait.'].map(endSentence)), 'It failed. Wait.')
  assert.equal(joinSentences(['失败', '请重试。'].map(endSentence)), '失败。请重试。')
  assert.equal(endSentence('設定されていません（none）'), '設定されていません（none）。')
})

test('a text fits a template only as a whole', () => {
  assert.deepEqual({ ...matchTemplate('is {a}, below {b}.', 'is L1, below L2.') }, { a: 'L1', b: 'L2' })
  assert.equal(matchTemplate('is {a}.', 'is L1!'), undefined)
  assert.equal(matchTemplate('is {a}.', 'it is L1.'), undefined)
})
