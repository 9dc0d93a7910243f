// For Next.js and every other server with web-standard requests.
import { createSessions } from '@thumbturn/node/session/next'
import { env } from '$env/dynamic/private'
import { baseUrl } from '$lib/thumbturn'

export const sessions = createSessions({
  baseUrl,
  apiKey: env.THUMBTURN_API_KEY,
  secret: env.SESSION_SECRET,
})
