import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Backend, BackendContext } from './backend.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Serves a built page from memory: its files by name, and the page itself at every other path, because it routes in the
 * browser; at a path that it doesn't have, with status 404. Its context is at /settings.json.
 */
export function addPages(server: FastifyInstance, backend: Backend, around: BackendContext): void {
  const { service, addresses, readMail } = around
  const { name } = backend
  const files = loadFiles(join(dist, name))
  const settings = { service, appId: name, addresses, development: readMail !== undefined }
  const hasPage = createPathMatcher(backend.paths)
  server.get('/settings.json', async (_, reply) => reply.header('cache-control', 'no-store').send(settings))
  server.get('/*', async ({ url }, reply) => {
    const path = url.split('?')[0]!
    if (path.startsWith('/api/')) return reply.callNotFound()
    if (!files.has(path) && !hasPage(path)) reply.code(404)
    return send(reply.headers(createHeaders(path, backend, around)), path, files)
  })
}

/** Compares like the router of the pages: `:name` is a segment, and a slash at the end is allowed. */
function createPathMatcher(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`))
  return (path) => patterns.some((pattern) => pattern.test(path))
}

function loadFiles(folder: string): ReadonlyMap<string, Buffer> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`The page is not built: ${folder}`)
  const paths = globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))
  return new Map(paths.map((path) => [`/${path}`, readFileSync(join(folder, path))]))
}

function send(reply: FastifyReply, path: string, files: ReadonlyMap<string, Buffer>) {
  const found = files.has(path) ? path : '/index.html'
  // The build adds a content hash to the names of assets.
  const caching = found.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return reply
    .header('cache-control', caching)
    .type(types[extname(found)] ?? 'application/octet-stream')
    .send(files.get(found))
}

/** Pages can call the service. Which pages can embed which is a short allowlist on both sides. */
function createHeaders(
  path: string,
  { shows = [], shownBy, calls = [] }: Backend,
  { service, addresses }: BackendContext,
) {
  const shown = shows.map((name) => addresses[name]!)
  const lent = ['self', ...shown.map((address) => `"${address}"`)].join(' ')
  const policy = [
    "default-src 'self'",
    `connect-src ${["'self'", service, ...calls.map((name) => addresses[name]!)].join(' ')}`,
    "img-src 'self' data:",
    `frame-src ${sources(shown)}`,
    `frame-ancestors ${sources((shownBy?.(path) ?? []).map((name) => addresses[name]!))}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // No text becomes markup or code.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `publickey-credentials-get=(${lent}), publickey-credentials-create=(self)`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  }
}

const sources = (addresses: string[]) => (addresses.length > 0 ? addresses.join(' ') : "'none'")
