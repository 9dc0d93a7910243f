import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { racedSettings } from '@thumbturn/service-harness/mfa-races.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { listRaces } from '@thumbturn/service-harness/races.ts'
import type { Answer } from '@thumbturn/service-harness/service.ts'
import { siteProxy } from '@thumbturn/service-harness/sites.ts'
import { assertRejected } from '@thumbturn/service-harness/situations.ts'

const runners = 64

/** Single use under worst-case load: parallel requests on two nodes with one database. */
eachEngine('races', (fresh) => {
  const nodes = useNodes(fresh, racedSettings, { trustedProxies: [siteProxy] })

  for (const { what, begin, lost } of listRaces(runners)) {
    test(`of ${runners} parallel ${what} on two nodes, exactly one succeeds`, async () => {
      const { near, far, database } = nodes()
      const { use, once } = await begin(near)
      const responses = await Promise.all(Array.from({ length: runners }, (_, at) => use([near, far][at % 2]!, at)))
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
