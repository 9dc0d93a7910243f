import { requireAccess, serveMetadata } from '@thumbturn/node/express'
import express, { type RequestHandler } from 'express'
import { notes } from './resource.ts'

export const app = express()
const requireWrite = requireAccess(notes, { scopes: ['notes:write'] })

/** Lets the client ask its user for the scope. The tool also checks it, as a client can send several calls at once. */
const stepUp: RequestHandler = (request, response, next) =>
  request.body?.params?.name === 'delete-notes' ? requireWrite(request, response, next) : next()

app.use(serveMetadata(notes))
app.post('/mcp', requireAccess(notes), express.json(), stepUp, (request, response) => {
  response.json({ canWrite: request.access?.scopes.includes('notes:write') })
})
