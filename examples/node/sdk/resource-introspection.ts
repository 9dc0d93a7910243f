import { protectResource } from '@thumbturn/node/resource'

export const notes = protectResource({
  issuer: 'http://localhost:4300/apps/demo',
  resource: 'http://localhost:3000/mcp',
  scopes: ['notes'],
  introspection: { clientId: 'notes-server', clientSecret: process.env.INTROSPECTION_SECRET, cacheSeconds: 30 },
})
