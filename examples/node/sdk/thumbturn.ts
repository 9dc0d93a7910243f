import { createThumbturn } from '@thumbturn/node'

export const thumbturn = createThumbturn({
  baseUrl: process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo',
  apiKey: process.env.THUMBTURN_API_KEY,
})
