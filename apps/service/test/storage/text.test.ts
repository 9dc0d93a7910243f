import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { event, named, newUser, passkey, rowCounts, signUp, user } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

eachStore('text', (opened) => {
  for (const text of [
    `'; drop table users; --`,
    '"double" `back` \\',
    '👩🏽‍💻 ナ e\u0301 \u{10ffff}',
    '$1 ? %s :x',
    '',
    '\u0001\n\t',
  ]) {
    test(`${JSON.stringify(text)} is loaded as it was stored`, async (t) => {
      const { store } = await opened(t)
      const said = { username: text, usernameKey: text, displayName: text }
      const mine = passkey('ann', { name: text, transports: [text], credentialId: `c${text}` })
      assert.equal(await register(store, signUp('ann', { newUser: newUser('ann', said), passkey: mine })), undefined)
      const found = await store.users.findWithPasskeys('shop', named(text))
      assert.deepEqual(found, { user: user('ann', said), passkeys: [mine] })
    })
  }

  for (const [what, text, message] of [
    ['U+0000', 'a\0b', /U\+0000/],
    ['half a surrogate pair', 'a\ud800b', /well-formed/],
  ] as const) {
    test(`${what} is rejected as a bad request, in reads and in writes`, async (t) => {
      const { store, database } = await opened(t)
      await register(store, signUp('ann'))
      const before = await rowCounts(database)
      const rejection = { name: 'AppError', code: 'bad_request', message }
      await assert.rejects(store.users.findWithPasskeys('shop', named(text)), rejection)
      await assert.rejects(async () => store.passkeys.findWithUser(text, 'x'), rejection)
      const mine = { appId: 'shop', userId: 'user-ann', id: 'passkey-ann' }
      await assert.rejects(
        store.commit([{ renamePasskey: { ...mine, name: text } }, { append: event('x') }]),
        rejection,
      )
      await assert.rejects(register(store, signUp('bob', { newUser: newUser('bob', { username: text }) })), rejection)
      assert.deepEqual(await rowCounts(database), before)
    })
  }

  test('U+0000 inside JSON is loaded as it was stored', async (t) => {
    const { store } = await opened(t)
    const odd = event('1', { detail: { text: 'a\0b' } })
    await store.commit([{ append: odd }])
    assert.deepEqual(await store.events.list('shop', 1), [odd])
  })
})
