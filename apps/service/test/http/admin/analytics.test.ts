import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newName,
  type RegistrationInit,
  readBody,
  type SignedUpUser,
  signIn,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { createRollUpWorker } from '../../../src/core/use-cases/analytics/worker.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { recordAttempts } from '../../../src/core/use-cases/events/attempts.ts'
import { recordRejections } from '../../../src/core/use-cases/events/rejections.ts'

const nothing = { success: 0, failure: 0 }
const today = '?from=2027-03-14&to=2027-03-14'
const minute = 60_000

type Ranking = { name: string; count: number; share: number }[]

/** Tests the reports over real ceremonies. */
eachEngine('analytics', (fresh) => {
  const running = useService(fresh)
  let token: string
  let ada: SignedUpUser
  before(async () => {
    const service = running()
    token = (await createAdminKey(service)).text
    ada = await signUpUser(service)
    service.clock.advance(30 * minute)
    for (let count = 0; count < 3; count++) readBody(await signIn(service, ada))
    const { session, assertionOptions } = await startSignIn(service)
    service.clock.advance(2_000)
    const completion = { session, assertionResult: ada.device.get(assertionOptions) }
    readBody(await service.post('/auth/complete', completion))
    assert.equal((await service.post('/auth/complete', completion)).status, 404)
    await signUpUser(service)
    await recordRejections(service.core)
    await createRollUpWorker(service.core).run()
  })
  const ask = (report: string, query = today, appId = 'demo') =>
    running().ask('GET', `//admin/v1/applications/${appId}/analytics/${report}${query}`, { token })
  const read = async <Result>(report: string, query?: string) => readBody<Result>(await ask(report, query))

  test('a summary counts completed and rejected ceremonies, new users, and sign-ins', async () => {
    assert.deepEqual(await read('summary'), {
      from: '2027-03-14T00:00:00.000Z',
      to: '2027-03-15T00:00:00.000Z',
      timeZone: 'UTC',
      registrations: { success: 2, failure: 0 },
      authentications: { success: 4, failure: 1 },
      transactions: nothing,
      mfaFlows: nothing,
      codes: nothing,
      signIns: { passkey: 4, fallback: 0, fallbackShare: 0 },
      users: { registered: 2, created: 0, imported: 0, deleted: 0 },
      rejectedCalls: 0,
    })
  })

  test('a series has an interval for each hour, day, week, or month of the time zone', async () => {
    type Series = { names: string[]; intervals: { start: string; end: string; counts: number[] }[] }
    const query = '?metric=authentications&from=2027-03-13&to=2027-03-15&timeZone=Asia/Kathmandu'
    const { names, intervals } = await read<Series>('series', query)
    assert.deepEqual(names, ['failure', 'success'])
    assert.deepEqual(intervals, [
      { start: '2027-03-12T18:15:00.000Z', end: '2027-03-13T18:15:00.000Z', counts: [0, 0] },
      { start: '2027-03-13T18:15:00.000Z', end: '2027-03-14T18:15:00.000Z', counts: [1, 4] },
      { start: '2027-03-14T18:15:00.000Z', end: '2027-03-15T18:15:00.000Z', counts: [0, 0] },
    ])
    const hours = await read<Series>('series', `${today}&metric=authentications&interval=hour`)
    assert.equal(hours.intervals.length, 24)
    assert.deepEqual(hours.intervals[12]!.counts, [1, 4])
    for (const [interval, count] of [
      ['week', 6],
      ['month', 2],
    ] as const) {
      const range = `?metric=users&interval=${interval}&from=2027-02-10&to=2027-03-20`
      const longer = await read<Series>('series', range)
      assert.equal(longer.intervals.length, count)
      assert.equal(longer.intervals.at(-1)!.end, '2027-03-21T00:00:00.000Z')
      assert.equal(
        longer.intervals.reduce((sum, { counts }) => sum + counts[0]!, 0),
        2,
      )
    }
  })

  test('devices and authenticators are ranked with their share', async () => {
    const devices = await read<Record<'os' | 'client' | 'clientType', Ranking>>('devices')
    assert.deepEqual(devices.os, [{ name: 'Linux', count: 4, share: 1 }])
    assert.deepEqual(devices.client, [{ name: 'Chrome', count: 4, share: 1 }])
    assert.deepEqual(devices.clientType, [{ name: 'unknown', count: 4, share: 1 }])
    const registered = await read<{ os: Ranking }>('devices', `${today}&of=registrations`)
    assert.deepEqual(registered.os, [{ name: 'Linux', count: 2, share: 1 }])
    const { authenticators } = await read<{ authenticators: object[] }>('authenticators')
    assert.deepEqual(authenticators, [{ aaguid: '00000000-0000-0000-0000-000000000000', count: 4, share: 1 }])
  })

  test('sign-ins are reported with success rate, time, methods, and the reasons of errors', async () => {
    type SignIns = { time: { medianMs: number; p95Ms: number; bins: object[] }; [other: string]: unknown }
    const { succeeded, failed, successRate, time, methods, fallbackShare, errors } = await read<SignIns>('sign-ins')
    assert.deepEqual(
      { succeeded, failed, successRate, fallbackShare },
      { succeeded: 4, failed: 1, successRate: 0.8, fallbackShare: 0 },
    )
    assert.deepEqual(time.bins, [
      { fromMs: 0, toMs: 1, count: 3 },
      { fromMs: 1722, toMs: 2048, count: 1 },
    ])
    assert.ok(time.medianMs <= 1 && time.p95Ms > 1_722 && time.p95Ms <= 2_048)
    assert.deepEqual(methods, [{ name: 'passkey', count: 4, share: 1 }])
    assert.deepEqual(
      (errors as { ceremony: string; count: number }[]).map(({ ceremony, count }) => [ceremony, count]),
      [['authentication', 1]],
    )
  })

  test('the events behind a number are found by its type and its name', async () => {
    type Events = { events: { eventId: string; detail?: object }[] }
    const events = async (query: string) =>
      readBody<Events>(await running().ask('GET', `//admin/v1/applications/demo/events${query}`, { token })).events
    assert.equal((await events('?type=fido2.passkey.auth.success&detail=os:Linux')).length, 4)
    assert.equal((await events('?type=fido2.passkey.auth.success&detail=clientType:')).length, 4)
    assert.equal((await events('?type=fido2.passkey.auth.success&detail=os:Windows')).length, 0)
    const { errors } = await read<{ errors: { reason: string }[] }>('sign-ins')
    const reason = encodeURIComponent(errors[0]!.reason)
    assert.equal((await events(`?type=fido2.passkey.auth.failure&reason=${reason}`)).length, 1)
  })

  test('adoption shows registrations from the offer to the passkey, and what stopped the others', async () => {
    const { core, post } = running()
    const offered = await startRegistration(running(), newName())
    const report = (event: string) =>
      post('/client-events/submit', { event, isError: true }, { token: offered.session })
    readBody(await report('ERROR_PASSKEY_EXISTS - InvalidStateError'))
    readBody(await report('ERROR_ALGORITHMS_UNSUPPORTED - NotSupportedError'))
    readBody(await report('something else'))
    for (let count = 0; count < 4; count++) await startRegistration(running(), newName())
    await recordAttempts(core)
    await createRollUpWorker(core).run()
    const {
      offered: all,
      supported,
      started,
      created,
      dropOffs,
      signIns,
    } = await read<Record<string, unknown>>('adoption')
    assert.deepEqual(
      { all, supported, started, created },
      { all: 7, supported: 6, started: { dialog: 7, automatic: 0 }, created: 2 },
    )
    assert.deepEqual(dropOffs, { alreadyExists: 1, unsupported: 1, aborted: 0, error: 1, unfinished: 2 })
    assert.deepEqual(signIns, {
      username: { started: 3, completed: 3 },
      autofill: { started: 0, completed: 0 },
      immediate: { started: 0, completed: 0 },
      usernameless: { started: 1, completed: 1 },
      failed: 0,
    })
    assert.match((await ask('adoption', `${today}&format=csv`)).text, /^offered,,7\r$/m)
  })

  test('enrolled users are those with a passkey', async () => {
    const { users, passkeys } = await read<{ users: number; passkeys: number }>('enrollment', '')
    assert.deepEqual({ users, passkeys }, { users: 2, passkeys: 2 })
  })

  test('the overview has all applications, each with its own numbers', async () => {
    await createApplication(running().core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
    const response = await running().ask('GET', `//admin/v1/analytics/applications${today}`, { token })
    const { applications } = readBody<{ applications: { id: string }[] }>(response)
    const actions = { registrations: nothing, authentications: nothing, transactions: nothing }
    assert.deepEqual(
      applications.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [
        { id: 'bank', name: 'bank', ...actions, newUsers: 0, authenticationsByDay: [0] },
        {
          id: 'demo',
          name: 'Demo',
          registrations: { success: 2, failure: 0 },
          authentications: { success: 4, failure: 1 },
          transactions: nothing,
          newUsers: 2,
          authenticationsByDay: [4],
        },
      ],
    )
    const ofBank = readBody<{ authentications: object }>(await ask('summary', today, 'bank'))
    assert.deepEqual(ofBank.authentications, nothing)
  })

  test('the overview counts each day of a period of up to 366 days', async () => {
    const list = async (query: string) => {
      const response = await running().ask('GET', `//admin/v1/analytics/applications${query}`, { token })
      return readBody<{ applications: { id: string; authenticationsByDay?: number[] }[] }>(response).applications
    }
    const find = async (query: string) => (await list(query)).find(({ id }) => id === 'demo')?.authenticationsByDay
    assert.deepEqual(await find('?from=2027-03-13&to=2027-03-15'), [0, 4, 0])
    assert.equal((await find('?from=2026-03-14&to=2027-03-14'))?.length, 366)
    assert.equal(await find('?from=2026-03-13&to=2027-03-14'), undefined)
  })

  test('reports are also CSV, in which no text is a formula', async () => {
    const { core, application } = running()
    const info = { osName: '=cmd|"calc"', clientName: 'A,B' }
    const body = { app, deviceInfo: info, user: { username: newName() } }
    const started = readBody<RegistrationInit>(await running().post('/reg/init', body))
    readBody(await completeRegistration(running(), started))
    await createRollUpWorker(core).run()
    const devices = await ask('devices', `${today}&of=registrations&format=csv`)
    assert.equal(devices.headers['content-type'], 'text/csv; charset=utf-8')
    assert.ok(devices.text.startsWith('kind,name,count,share\r\nos,Linux,2,'))
    assert.match(devices.text, /^os,"'=cmd\|""calc""",1,0\.33/m)
    assert.match(devices.text, /^client,"A,B",1,/m)
    for (const report of ['summary', 'series', 'authenticators', 'sign-ins']) {
      const { status, text } = await ask(report, `${today}&format=csv${report === 'series' ? '&metric=users' : ''}`)
      assert.equal(status, 200, report)
      assert.match(text, /^[^{][^\r\n]+\r\n/, report)
    }
    const { text } = await running().ask('GET', '//admin/v1/analytics/applications?format=csv', { token })
    assert.match(text, new RegExp(`^${application.id},registrations,success,3\r$`, 'm'))
  })

  for (const [what, report, query] of [
    ['a day that does not exist', 'summary', '?from=2027-02-30'],
    ['a time instead of a day', 'summary', '?from=2027-02-01T00:00:00Z'],
    ['a period that ends before it begins', 'summary', '?from=2027-03-14&to=2027-03-13'],
    ['a period of more than ten years', 'summary', '?from=2010-01-01&to=2027-03-13'],
    ['an unknown time zone', 'summary', '?timeZone=Mars/Olympus'],
    ['a series with too many intervals', 'series', '?metric=users&interval=hour&from=2027-01-01&to=2027-03-13'],
    ['a series without a metric', 'series', ''],
    ['an unknown metric', 'series', '?metric=secrets'],
    ['an unknown format', 'summary', '?format=xml'],
  ] as const) {
    test(`${what} is a bad request`, async () => {
      assertRejected(await ask(report, query), { status: 400, msg: /./, msgCode: 'bad_request' })
    })
  }

  test('an unknown application is not found, and the default period is the last 30 days', async () => {
    assertRejected(await ask('summary', '', 'missing'), { status: 404, msg: /missing/, msgCode: 'not_found' })
    const { from, to } = await read<{ from: string; to: string }>('summary', '?timeZone=Europe/Berlin')
    assert.deepEqual([from, to], ['2027-02-12T23:00:00.000Z', '2027-03-14T23:00:00.000Z'])
  })

  test('a sign-in from autofill has a path of its own', async () => {
    const { core, post } = running()
    type Paths = Record<'autofill' | 'usernameless', { started: number; completed: number }>
    const readPaths = async () => (await read<{ signIns: Paths }>('adoption')).signIns
    const { usernameless } = await readPaths()
    const body = { app, deviceInfo, mediation: 'conditional' }
    const { session, assertionOptions } = readBody<AuthenticationInit>(await post('/auth/init', body))
    await post('/auth/init', body)
    readBody(await post('/auth/complete', { session, assertionResult: ada.device.get(assertionOptions) }))
    await recordAttempts(core)
    await createRollUpWorker(core).run()
    const paths = await readPaths()
    assert.deepEqual(paths.autofill, { started: 2, completed: 1 })
    assert.deepEqual(paths.usernameless, usernameless)
  })

  test('a sign-in with passkeys on this device has a path of its own, and its event says so', async () => {
    const { core, post } = running()
    const readPaths = async () => (await read<{ signIns: Record<string, unknown> }>('adoption')).signIns
    const { immediate: _, ...others } = await readPaths()
    const body = { app, deviceInfo, mediation: 'immediate' }
    const { session, assertionOptions } = readBody<AuthenticationInit>(await post('/auth/init', body))
    assert.deepEqual(assertionOptions.allowCredentials, [])
    await post('/auth/init', body)
    readBody(await post('/auth/complete', { session, assertionResult: ada.device.get(assertionOptions) }))
    await recordAttempts(core)
    await createRollUpWorker(core).run()
    const { immediate, ...rest } = await readPaths()
    assert.deepEqual(immediate, { started: 2, completed: 1 })
    assert.deepEqual(rest, others)
    const query = '?type=fido2.passkey.auth.success&detail=immediate:true'
    const found = await running().ask('GET', `//admin/v1/applications/demo/events${query}`, { token })
    const [event] = readBody<{ events: { detail: object }[] }>(found).events
    assert.deepEqual('autofill' in event!.detail, false)
  })

  test('with a username, immediate counts as a sign-in with a username', async () => {
    const { core, post } = running()
    type Paths = Record<'username' | 'immediate', { started: number }>
    const readPaths = async () => (await read<{ signIns: Paths }>('adoption')).signIns
    const before = await readPaths()
    readBody(await post('/auth/init', { app, deviceInfo, user: { username: ada.username }, mediation: 'immediate' }))
    await recordAttempts(core)
    await createRollUpWorker(core).run()
    const after = await readPaths()
    assert.equal(after.username.started, before.username.started + 1)
    assert.deepEqual(after.immediate, before.immediate)
  })
})
