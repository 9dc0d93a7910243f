import { createServer } from 'node:http'
import { withAccess } from '@thumbturn/node/http'
import { notes } from './resource.ts'

// Also serves the metadata.
export const server = createServer(
  withAccess(notes, ({ access }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ userId: access.userId, clientId: access.clientId }))
  }),
)
