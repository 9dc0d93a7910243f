import { createThumbturn } from '@thumbturn/node'
import { withToken } from '@thumbturn/node/next'

const thumbturn = createThumbturn({ baseUrl: 'http://localhost:4300/apps/demo' })

// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
export const GET = withToken(thumbturn, (_request, { claims }) => Response.json({ username: claims.username }), {
  cookie: 'thumbturn_demo_token',
})
