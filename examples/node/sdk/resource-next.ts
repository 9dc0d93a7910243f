import { serveMetadata, withAccess } from '@thumbturn/node/next'
import { notes } from './resource.ts' // in Next.js: '@/resource'

// app/.well-known/oauth-protected-resource/mcp/route.ts
export const { GET, OPTIONS } = serveMetadata(notes)

// app/mcp/route.ts
export const POST = withAccess(notes, (_request, { access }) =>
  Response.json({ userId: access.userId, clientId: access.clientId }),
)
