import { createMcpExpressApp } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { requireAccess, serveMetadata } from '@thumbturn/node/express'
import { protectResource } from '@thumbturn/node/resource'
import * as z from 'zod'

const notes = protectResource({
  issuer: 'http://localhost:4300/apps/demo',
  resource: 'http://localhost:3000/mcp',
  name: 'Notes',
  scopes: ['notes'],
})

const notesByUser = new Map()

// `authInfo` is what requireAccess verified.
function createNotesServer({ authInfo }) {
  const { userId } = authInfo
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  const inputSchema = z.object({ text: z.string().max(1_000) })
  server.registerTool('add-note', { description: 'Adds a note', inputSchema }, async ({ text }) => {
    const all = [...(notesByUser.get(userId) ?? []), text]
    notesByUser.set(userId, all)
    return { content: [{ type: 'text', text: `Your notes: ${all.join(', ')}` }] }
  })
  return server
}

const app = createMcpExpressApp()
const handle = toNodeHandler(createMcpHandler(createNotesServer))

app.use(serveMetadata(notes))
app.all('/mcp', requireAccess(notes), (request, response) => handle(request, response, request.body))

app.listen(3000)
