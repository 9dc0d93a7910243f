import { requireAccess, serveMetadata } from '@thumbturn/node/express'
import express from 'express'
import { notes } from './resource.ts'

export const app = express()

app.use(serveMetadata(notes))
app.all('/mcp', requireAccess(notes), (request, response) => {
  response.json({ userId: request.access?.userId, clientId: request.access?.clientId })
})
