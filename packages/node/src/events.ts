import type { adminApi, Input, Output } from '@thumbturn/contract'
import { toQueryString } from './calls.ts'
import { ThumbturnError } from './errors.ts'
import { sendRequest } from './http.ts'
import type { Events } from './management.ts'
import type { Client } from './options.ts'

type EventsList = typeof adminApi.routes.eventsList
type Page = Output<EventsList>
type Query = Input<EventsList>['query']

const path: `${(typeof adminApi)['basePath']}${EventsList['path']}` = '/admin/v1/applications/{id}/events'

/** Events are read with a key of the installation, over the administration API. */
export const createEvents = (client: Client): Events => ({
  async *list(filter = {}) {
    let before: string | undefined
    do {
      const page = await fetchPage(client, { ...filter, before })
      yield* page.events
      before = page.next
    } while (before !== undefined)
  },
})

async function fetchPage(client: Client, query: Query): Promise<Page> {
  const { adminKey: key, installation, appId } = client
  if (key === undefined)
    throw new ThumbturnError(
      'missing_api_key',
      'Events are read with a key of the installation: pass adminKey to createThumbturn',
    )
  const url = `${installation}${path.replace('{id}', encodeURIComponent(appId))}${toQueryString(query)}`
  const { body } = await sendRequest(client, { method: 'GET', url, key })
  return body as Page
}
