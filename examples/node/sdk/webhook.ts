import { ThumbturnError, verifyWebhook } from '@thumbturn/node'
import express from 'express'

export const app = express()

// The signature covers the exact bytes, so nothing may parse the body before.
app.post('/hooks/thumbturn', express.raw({ type: 'application/json', limit: '5mb' }), (request, response) => {
  try {
    const secret = process.env.THUMBTURN_WEBHOOK_SECRET ?? ''
    const { events } = verifyWebhook({ secret, headers: request.headers, body: request.body as Buffer })
    for (const { uuid, eventId, userId } of events) console.log(uuid, eventId, userId)
    response.status(204).end()
  } catch (error) {
    if (!(error instanceof ThumbturnError)) throw error
    response.status(401).end()
  }
})
