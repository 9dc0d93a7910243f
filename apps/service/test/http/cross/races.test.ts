import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { racedSettings } from '@thumbturn/service-harness/mfa-races.ts'
import { listRaces } from '@thumbturn/service-harness/races.ts'
import { type Answer, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { assertRejected } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const runners = 64

/** Single use under worst-case load: parallel requests on two nodes with one database. */
eachEngine('races', (fresh) => {
  let database: TestDatabase
  let nodes: readonly [Service, Service]
  before(async () => {
    database = await fresh()
    const node = { databaseUrl: database.url, secret: randomBytes(32) }
    const first = await startService(node)
    await changeApplication(first.core, first.application, { settings: racedSettings })
    nodes = [first, await startService(node)]
  })
  after(async () => {
    for (const node of nodes) await node.close()
    await database.drop()
  })

  for (const { what, begin, lost } of listRaces(runners)) {
    test(`of ${runners} parallel ${what} on two nodes, exactly one succeeds`, async () => {
      const { use, once } = await begin(nodes[0])
      const responses = await Promise.all(Array.from({ length: runners }, (_, at) => use(nodes[at % 2]!, at)))
      const won = responses.filter(({ status }) => status < 300)
      assert.equal(won.length, 1, `${won.length} succeeded`)
      const rejections = [lost].flat()
      for (const response of responses.filter((one) => one !== won[0]))
        assertRejected(response, rejections.find((rejection) => isThat(response, rejection)) ?? rejections[0]!)
      for (const query of once) assert.equal((await database.query(query)).length, 1, query)
    })
  }
})

const isThat = ({ status, body }: Answer, rejection: { status: number; msgCode: string }) =>
  status === rejection.status && (body as { msgCode?: string }).msgCode === rejection.msgCode
