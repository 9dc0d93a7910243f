import { createThumbturn } from '@thumbturn/node'
import { withToken } from '@thumbturn/node/next'
import { baseUrl } from '@/app/thumbturn'

const thumbturn = createThumbturn({ baseUrl })

// The SDK in the page keeps the token in this cookie for ten minutes. For longer, start a session of your own.
export const GET = withToken(thumbturn, (_request, { claims }) => Response.json({ username: claims.username }), {
  cookie: 'thumbturn_demo_token',
})
