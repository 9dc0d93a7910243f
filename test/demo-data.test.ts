import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportAdoption } from '@thumbturn/service/core/use-cases/analytics/adoption.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { type DemoRequest, writeDemoData } from '../scripts/run/demo-data/write.ts'

const lastDay = Date.UTC(2027, 2, 13)

/** Tests `npm run demo-data`. */
eachEngine('demo data', (fresh) => {
  const run = ({ core }: Service, changes: Partial<DemoRequest> = {}) =>
    writeDemoData(core, {
      appId: 'sample',
      seed: 7,
      users: 40,
      days: 30,
      events: 600,
      lastDay,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...changes,
    })

  const started = async (t: { after(end: () => Promise<void>): void }) => {
    const database = await fresh()
    const service = await startService({ databaseUrl: database.url })
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    const contents = async () =>
      Promise.all(['users', 'passkeys', 'devices'].map((table) => database.query(`select * from ${table} order by id`)))
    const history = async () => service.core.store.events.list('sample', 10_000)
    const countIndexed = async () =>
      Number((await database.query(`select count(*) as n from user_events where app_id = 'sample'`))[0]!.n)
    return { service, contents, history, countIndexed }
  }

  test('the same seed makes the same data, all of it counted; another seed makes other data', async (t) => {
    const [one, two, other] = [await started(t), await started(t), await started(t)]
    const summary = await run(one.service)
    assert.deepEqual(await run(two.service), summary)
    assert.equal(summary.users, 40)
    assert.equal(await one.countIndexed(), (await one.history()).length)
    assert.ok(summary.events > 400 && summary.events < 800, `${summary.events} events`)
    const madeUp = async ({ history }: typeof one) =>
      (await history()).filter(({ type }) => type !== 'fido2.application.created')
    assert.deepEqual(await one.contents(), await two.contents())
    assert.deepEqual(await madeUp(one), await madeUp(two))
    await run(other.service, { seed: 8 })
    assert.notDeepEqual(await madeUp(one), await madeUp(other))
  })

  test('registrations are offered more often than they are completed, with reasons', async (t) => {
    const { service } = await started(t)
    await run(service)
    const period = { from: lastDay - 29 * 86_400_000, to: lastDay + 86_400_000 }
    const {
      offered,
      supported,
      started: paths,
      created,
      dropOffs,
      signIns,
    } = await reportAdoption(service.core, 'sample', period)
    assert.equal(created, 40)
    assert.ok(offered > supported && supported > created, `${offered}, ${supported}, ${created}`)
    assert.ok(paths.dialog > 0 && paths.automatic > 0 && dropOffs.aborted > 0)
    assert.ok(signIns.usernameless.started > signIns.usernameless.completed)
  })

  test('after an interruption, it continues, and the result is that of one run', async (t) => {
    const [whole, parts] = [await started(t), await started(t)]
    await run(whole.service)
    const stopping = new AbortController()
    const first = await run(parts.service, {
      signal: stopping.signal,
      onProgress: ({ day }) => {
        if (day === 20) stopping.abort()
      },
    })
    assert.equal(first.finished, false)
    const second = await run(parts.service)
    assert.ok(second.finished && second.users > 0)
    const ids = async ({ history }: typeof whole) =>
      (await history()).flatMap(({ id, type }) => (type === 'fido2.application.created' ? [] : [id]))
    assert.deepEqual(await ids(parts), await ids(whole))
    assert.deepEqual(await parts.contents(), await whole.contents())
    assert.deepEqual(
      { users: (await run(parts.service)).users, events: (await run(parts.service)).events },
      { users: 0, events: 0 },
    )
  })
})
