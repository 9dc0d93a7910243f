import { requireAccess, serveMetadata } from '@thumbturn/node/fastify'
import Fastify from 'fastify'
import { notes } from './resource.ts'

export const app = Fastify()

app.register(serveMetadata(notes))
app.all('/mcp', { onRequest: requireAccess(notes) }, async ({ access }) => ({
  userId: access?.userId,
  clientId: access?.clientId,
}))
