import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Surroundings } from './backend.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * Serves a built page from memory: its files by name, and the page itself at every other address, as it finds its way by
 * itself. What it must know of its surroundings is at /settings.json.
 */
export function addPages(server: FastifyInstance, name: string, { service, addresses, readMail }: Surroundings): void {
  const files = filesOf(join(dist, name))
  const policy = policyFor(service, Object.values(addresses))
  const settings = { service, appId: name, addresses, development: readMail !== undefined }
  server.get('/settings.json', async (_, reply) => reply.header('cache-control', 'no-store').send(settings))
  server.get('/*', async ({ url }, reply) => {
    const path = url.split('?')[0]!
    if (path.startsWith('/api/')) return reply.callNotFound()
    return send(reply.header('content-security-policy', policy), path, files)
  })
}

function filesOf(folder: string): ReadonlyMap<string, Buffer> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`The page is not built: ${folder}`)
  const paths = globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))
  return new Map(paths.map((path) => [`/${path}`, readFileSync(join(folder, path))]))
}

function send(reply: FastifyReply, path: string, files: ReadonlyMap<string, Buffer>) {
  const found = files.has(path) ? path : '/index.html'
  // The build puts a hash of the content into the names of assets.
  const caching = found.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return reply
    .header('cache-control', caching)
    .type(types[extname(found)] ?? 'application/octet-stream')
    .send(files.get(found))
}

/** Pages may call the service, and show each other in frames. */
const policyFor = (service: string, addresses: string[]) =>
  [
    "default-src 'self'",
    `connect-src 'self' ${service}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `frame-src ${addresses.join(' ')}`,
    `frame-ancestors ${addresses.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
