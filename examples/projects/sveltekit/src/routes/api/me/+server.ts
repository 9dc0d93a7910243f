import { createThumbturn } from '@thumbturn/node'
// For Next.js and every other server with web-standard requests.
import { withToken } from '@thumbturn/node/next'
import { baseUrl } from '$lib/thumbturn'

const thumbturn = createThumbturn({ baseUrl })

// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
const respond = withToken(thumbturn, (_request, { claims }) => Response.json({ username: claims.username }), {
  cookie: 'thumbturn_demo_token',
})

export const GET = ({ request }: { request: Request }) => respond(request)
