import { createSessions } from '@thumbturn/node/session/next'
import { cookies } from 'next/headers'
import { baseUrl } from '@/app/thumbturn'

export const sessions = createSessions({
  baseUrl,
  apiKey: process.env.THUMBTURN_API_KEY,
  secret: process.env.SESSION_SECRET,
  cookies,
})
