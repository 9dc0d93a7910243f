import { requireAccess, serveMetadata } from '@thumbturn/node/express'
import { protectResource } from '@thumbturn/node/resource'
import express from 'express'

const notes = protectResource({
  issuer: 'http://localhost:4300/apps/demo',
  resource: 'http://localhost:3000/notes',
  scopes: ['notes:read'],
  scopesSupported: ['notes:read', 'notes:write'],
  name: 'Notes',
})
const readNotes = requireAccess(notes)
const writeNotes = requireAccess(notes, { scopes: ['notes:write'] })

export const app = express()

app.use(serveMetadata(notes))
app.get('/notes', readNotes, (request, response) => {
  response.json({ owner: request.access?.userId })
})
app.post('/notes', writeNotes, (request, response) => {
  response.status(201).json({ owner: request.access?.userId })
})
