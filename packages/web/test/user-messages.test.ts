import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { SdkError } from '../src/errors.ts'
import { ApiError, loadUserMessages, PasskeyError } from '../src/index.ts'
import { languages, loadMessages } from '../src/messages/messages.ts'
import { openPage } from './browser.ts'

const general = 'Something went wrong. Try again.'
const taken = new PasskeyError('ERROR_SIGN_IN_REQUIRED')

/** A page in one language and a browser in another. */
function openPageIn(lang: string, language: string) {
  openPage()
  Object.assign(document, { documentElement: { lang } })
  Object.assign(navigator, { language })
}

beforeEach(() => {
  SdkError.findMessage = undefined
})

test('before the texts are loaded, every error has a general sentence that is safe to show', () => {
  const failed = new ApiError({ status: 500, msg: 'relation "users" is missing', msgCode: 'internal_error' })
  for (const error of [taken, failed]) assert.equal(error.userMessage, general)
})

for (const tag of languages) {
  test(`in ${tag}, an error has a text for users, another for developers, and a code`, async () => {
    await loadUserMessages(tag)
    assert.equal(taken.userMessage, (await loadMessages(tag)).taken)
    assert.match(taken.message, /pass a token with reg:write/)
    assert.equal(taken.code, 'ERROR_SIGN_IN_REQUIRED')
  })
}

for (const [lang, language, expected] of [
  ['de-AT', 'fr', 'de'],
  ['', 'fr-CA', 'fr'],
  ['sv', 'fr', 'en'],
  ['', '', 'en'],
] as const) {
  test(`a page in "${lang}" and a browser in "${language}" get ${expected}`, async () => {
    openPageIn(lang, language)
    await loadUserMessages()
    assert.equal(taken.userMessage, (await loadMessages(expected)).taken)
  })
}

test('without a page, loading fails silently and leaves the general sentence', async () => {
  openPage()
  await loadUserMessages()
  assert.equal(taken.userMessage, general)
})

for (const [status, msgCode, reason, key] of [
  [400, 'bad_request', 'invalid_code', 'wrongCode'],
  [400, 'bad_request', undefined, 'failed'],
  [401, 'unauthorized', undefined, 'ended'],
  [403, 'forbidden', 'authenticator_not_certified', 'device'],
  [403, 'forbidden', 'authenticator_not_accepted', 'device'],
  [404, 'forbidden', 'user_verification_missing', 'device'],
  [404, 'forbidden', undefined, 'rejected'],
  [429, 'too_many_requests', undefined, 'tooMany'],
  [500, 'internal_error', undefined, 'failed'],
  [0, 'offline', undefined, 'network'],
  [0, 'unreachable', undefined, 'network'],
] as const) {
  test(`the user message of status ${status}, ${msgCode}, ${reason} is "${key}", and never the text of the service`, async () => {
    openPage({ address: 'https://shop.example' })
    await loadUserMessages('en')
    const error = new ApiError({ status, msg: 'The code', msgCode, reason })
    assert.equal(error.userMessage, (await loadMessages('en'))[key])
  })
}

const wrongOrigin = new ApiError({ status: 403, msg: 'To allow it, run: npx thumbturn', msgCode: 'origin_not_allowed' })
const unknown = new ApiError({ status: 404, msg: 'No app shop', msgCode: 'not_found', reason: 'unknown_application' })

for (const address of ['http://localhost:5173', 'http://shop.localhost:5173', 'http://127.0.0.1:5173'])
  test(`at ${address}, a developer reads what is wrong in the setup and how to fix it`, async () => {
    openPage({ address })
    await loadUserMessages('en')
    for (const error of [wrongOrigin, unknown]) assert.equal(error.userMessage, error.message)
    assert.equal(taken.userMessage, (await loadMessages('en')).taken)
  })

test('everywhere else, users read nothing about the setup', async () => {
  openPage({ address: 'https://notlocalhost.example' })
  await loadUserMessages('en')
  for (const error of [wrongOrigin, unknown]) assert.equal(error.userMessage, general)
})
