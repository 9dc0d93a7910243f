import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english, fillMessage, languages, loadMessages } from '../src/messages/messages.ts'

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

for (const tag of languages) {
  test(`every message of ${tag} is there, in its own words, with the gaps of the English one`, async () => {
    const messages = await loadMessages(tag)
    assert.deepEqual(Object.keys(messages), Object.keys(english))
    for (const [key, text] of Object.entries(messages)) {
      assert.notEqual(text.trim(), '', key)
      assert.deepEqual(gaps(text), gaps(english[key as keyof typeof english]), key)
    }
    if (tag !== 'en') assert.notEqual(messages.signIn, english.signIn)
  })
}

for (const [tag, signIn] of [
  ['de-AT', 'Anmelden'],
  ['PT-br', 'Iniciar sessão'],
  ['zh-Hant-TW', '登录'],
  ['en-GB', 'Sign in'],
  ['sv', 'Sign in'],
  ['__proto__', 'Sign in'],
  ['constructor', 'Sign in'],
  ['', 'Sign in'],
] as const) {
  test(`"${tag}" loads "${signIn}"`, async () => {
    assert.equal((await loadMessages(tag)).signIn, signIn)
  })
}

test('a name replaces its placeholder unchanged', () => {
  assert.equal(fillMessage('Delete {name}?', { name: "$& $' {date} <b>" }), "Delete $& $' {date} <b>?")
})
