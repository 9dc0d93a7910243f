import { withToken } from '@thumbturn/node/next'
import { thumbturn } from './thumbturn.ts' // in Next.js: '@/thumbturn'

// app/api/me/route.ts
export const GET = withToken(thumbturn, (_request, { claims }) => Response.json({ username: claims.username }))
