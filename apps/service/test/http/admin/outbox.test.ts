import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'

const outbox = '//admin/v1/applications/demo/outbox'
const createdAt = Date.UTC(2027, 2, 14, 12)
const sent = { appId: 'demo', locale: 'en-US', text: 'Your code is 123456.', createdAt } as const
const mail = { channel: 'email', to: 'ada@example.com', senderName: 'Demo', subject: 'Your code' } as const
const shownMail = { ...mail, id: 'b', locale: 'en-US', text: sent.text, createdAt: '2027-03-14T12:00:00.000Z' }

eachEngine('development outbox API', (fresh) => {
  const running = useService(fresh, { mode: 'development' })

  test('messages are listed newest first and readable, in development only', async () => {
    const { core, ask, database } = running()
    const { text: token } = await createAdminKey(running())
    await core.store.commit([{ keepInOutbox: { ...sent, id: 'a', channel: 'sms', to: '+14155550100' } }])
    await core.store.commit([{ keepInOutbox: { ...sent, ...mail, id: 'b', html: '<p>' } }])
    const { messages } = readBody<{ messages: { id: string }[] }>(await ask('GET', outbox, { token }))
    assert.deepEqual(
      messages.map(({ id }) => id),
      ['b', 'a'],
    )
    assert.deepEqual(messages[0], shownMail)
    assert.deepEqual(readBody(await ask('GET', `${outbox}/b`, { token })), shownMail)

    const none = { status: 404, msg: 'The outbox of demo has no message c', msgCode: 'not_found' }
    assertRejected(await ask('GET', `${outbox}/c`, { token }), none)
    assert.equal((await ask('GET', outbox)).status, 401)
    assert.equal((await ask('GET', '//admin/v1/applications/nope/outbox', { token })).status, 404)

    const production = await startService({ databaseUrl: database.url, mode: 'production' })
    const msg = 'There is no outbox in production mode (THUMBTURN_MODE)'
    for (const path of [outbox, `${outbox}/b`])
      assertRejected(await production.ask('GET', path, { token }), { status: 404, msg, msgCode: 'not_found' })
    await production.close()
  })
})
