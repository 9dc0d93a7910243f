import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  askForCode,
  changeSettings,
  profile,
  type ServiceWithDatabase,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  deviceInfo,
  readBody,
  requestGrant,
  signIn,
  signUpUser,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { forgetOldEvents } from '../../../src/core/use-cases/events/retention.ts'
import { everyTable } from '../../../src/storage/every-table.ts'

const username = 'zelda@farewell.example'
const phone = '+4915100009999'

/** The tables with a row that contains the user's name or number. */
async function findTraces({ database }: ServiceWithDatabase): Promise<string[]> {
  const found: string[] = []
  for (const table of [...Object.keys(everyTable), 'user_search_texts']) {
    const rows = await database.query(`select * from ${table}`)
    if (rows.some((row) => /farewell|15100009999/.test(JSON.stringify(row)))) found.push(table)
  }
  return found
}

/** Everything that stores a name, also before the user exists. */
async function leaveTraces(service: ServiceWithDatabase) {
  await requestGrant(service, username, ['reg:write'])
  await service.post('/auth/init', { app, deviceInfo, user: { username } })
  await askForCode(service, 'email', username)
  await verifyCode(service, username, '123456')
  const user = await signUpUser(service, { username })
  const { setEmail, setPhone } = await profile(service)
  readBody(await setEmail(user.userId, 'second@farewell.example'), 204)
  readBody(await setPhone(user.userId, phone), 204)
  while ((await service.deliver()).length > 0);
  await askForCode(service, 'email', username)
  await verifyCode(service, username, '123456')
  readBody(await signIn(service, user))
  const { session, assertionOptions } = await startTransaction(service, username, { txPayload: 'To farewell' })
  await service.post('/tx/complete', transactionAnswer(user.device, { session, assertionOptions }))
  return user
}

const dayMs = 86_400_000

eachEngine('deleted users', (fresh) => {
  const running = useService(fresh)
  before(() => changeSettings(running(), { crossAuthMethods: ['otp', 'otp:email', 'otp:sms'] }))

  test("a deleted user's name stays only where it expires, and nowhere after that", async () => {
    const service = running()
    const { core, clock } = service
    const { userId } = await leaveTraces(service)
    assert.ok((await findTraces(service)).includes('users'))
    const { text: token } = await apiKey(service, ['user:write'])
    readBody(await service.ask('DELETE', `/mgmt/users/${userId}`, { token }), 204)
    // The names that a backend or a caller has sent, and the messages of the development outbox.
    assert.deepEqual(await findTraces(service), ['events', 'messages', 'outbox'])
    clock.advance(dayMs + 1)
    await service.deliver()
    await core.store.forgetExpired(core.now())
    assert.deepEqual(await findTraces(service), ['events'])
    clock.advance(365 * dayMs)
    await forgetOldEvents(core)
    assert.deepEqual(await findTraces(service), [])
  })
})
