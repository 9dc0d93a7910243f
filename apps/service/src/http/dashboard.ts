import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from './content-policy.ts'
import { sendPage, serveFiles } from './files.ts'
import { setCaching } from './page-caching.ts'

const policy = [...contentPolicy, "form-action 'none'"].join('; ')

/** The dashboard at /dashboard. Its pages have paths of their own, so every path without a file returns the page. */
export async function addDashboard(server: FastifyInstance, folder: string): Promise<void> {
  await server.register((scope) => addScope(scope, folder), { prefix: '/dashboard' })
}

async function addScope(scope: FastifyInstance, folder: string) {
  const page = join(folder, 'index.html')
  const sendDashboard = async (_: FastifyRequest, reply: FastifyReply) => {
    setHeaders(reply, page)
    return sendPage(reply, page)
  }
  // Without and with a slash at the end.
  scope.get('/', sendDashboard)
  scope.setNotFoundHandler(async (request, reply) =>
    isPage(request) ? sendDashboard(request, reply) : reply.code(404).type('text/plain').send('Not found'),
  )
  await serveFiles(scope, {
    root: folder,
    index: false,
    preCompressed: true,
    // The site also serves files by name.
    decorateReply: false,
    setHeaders,
  })
}

// After an update, a page that is still open must notice that its assets no longer exist.
const isPage = ({ method, url }: FastifyRequest) => method === 'GET' && !url.startsWith('/dashboard/assets/')

function setHeaders(reply: FastifyReply, path: string) {
  reply.header('content-security-policy', policy)
  reply.header('referrer-policy', 'no-referrer')
  reply.header('x-content-type-options', 'nosniff')
  setCaching(reply, path)
}
