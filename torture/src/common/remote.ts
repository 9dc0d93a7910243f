import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Ask, demo, type Service } from '@thumbturn/service-harness/service.ts'
import { call } from './call.ts'
import type { Installation } from './installation.ts'
import type { Node } from './nodes.ts'

const noResponse: Answer = { status: 0, headers: {}, text: 'no response', body: undefined }

/**
 * A node as the situations of the tests see a service: calls go to its process, and what has no API to a core in this process
 * on the same database.
 */
export function createRemote(node: Node, pilot: Service, { database }: Installation): Service {
  const ask = async (method: string, path: string, given?: Ask) =>
    (await call(`${node.url}${path.startsWith('//') ? path.slice(1) : `${demo}${path}`}`, method, given)) ?? noResponse
  return {
    ...pilot,
    ask,
    post: (path, body, given) => ask('POST', path, { ...given, body }),
    // The nodes deliver as well, so a message can be on its way in another process.
    async deliver() {
      for (;;) {
        const delivered = await pilot.deliver()
        const [row] = await database.query('select count(*) as n from messages')
        if (Number(row?.n) === 0) return []
        if (delivered.length === 0) await pause(10)
      }
    },
  }
}
