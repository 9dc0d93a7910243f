import { createThumbturn } from '@thumbturn/node'

const thumbturn = createThumbturn({
  baseUrl: process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo',
  adminKey: process.env.THUMBTURN_ADMIN_KEY,
})

/** The warnings of the last 24 hours, newest first, over all pages. */
export async function listWarnings(): Promise<string[]> {
  const since = new Date(Date.now() - 86_400_000).toISOString()
  const found: string[] = []
  for await (const { eventId, msg } of thumbturn.events.list({ severity: 'warning', since }))
    found.push(`${eventId}: ${msg}`)
  return found
}
