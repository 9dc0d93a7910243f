import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from './content-policy.ts'
import { addDashboard } from './dashboard.ts'
import { sendPage, serveFiles } from './files.ts'
import { findErrorFormat } from './outside-routes.ts'
import { setCaching } from './page-caching.ts'
import { type OtherPages, sendPendingPage } from './site-pending.ts'

type Folders = { demoFolder?: string; dashboardFolder?: string; siteFolder?: string }

const demoPolicy = contentPolicy.join('; ')

// Its pages carry the rest of their policy themselves: the hashes of their scripts are known where they are built.
const sitePolicy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"

/** The pages for browsers: website at /, demo at /demo, dashboard at /dashboard. Serves only what has been built. */
export async function addPages(server: FastifyInstance, folders: Folders): Promise<void> {
  const { demoFolder, dashboardFolder, siteFolder } = folders
  const others = findOtherPages(folders)
  if (demoFolder !== undefined && others.hasDemo)
    await addDemo(server, { demoFolder, siteFolder, hasDashboard: others.hasDashboard })
  if (dashboardFolder !== undefined && others.hasDashboard) await addDashboard(server, dashboardFolder)
  if (siteFolder !== undefined) await server.register((scope) => addSite(scope, siteFolder, others))
  else if (others.hasDemo) server.get('/', async (_, reply) => reply.redirect('/demo/'))
}

const findOtherPages = ({ demoFolder, dashboardFolder }: Folders): OtherPages => ({
  hasDemo: demoFolder !== undefined && existsSync(demoFolder),
  hasDashboard: dashboardFolder !== undefined && existsSync(dashboardFolder),
})

type Demo = { demoFolder: string; siteFolder: string | undefined; hasDashboard: boolean }

async function addDemo(server: FastifyInstance, demo: Demo) {
  await server.register((scope) => addDemoScope(scope, demo), { prefix: '/demo' })
}

async function addDemoScope(scope: FastifyInstance, { demoFolder: folder, siteFolder, hasDashboard }: Demo) {
  const page = join(folder, 'index.html')
  // The page itself says that there is nothing at its address.
  scope.setNotFoundHandler(async ({ method, url }, reply) => {
    reply.code(404)
    if (method !== 'GET' || url.startsWith('/demo/assets/')) return reply.type('text/plain').send('Not found')
    setDemoHeaders(reply, page)
    return sendPage(reply, page)
  })
  await serveFiles(scope, {
    root: folder,
    redirect: true,
    // The site also serves files by name.
    decorateReply: false,
    setHeaders: setDemoHeaders,
  })
  scope.get('', async (_, reply) => reply.redirect('/demo/'))
  // The page links to these only where they are; the website can appear while the service runs.
  scope.get('/installation.json', async (_, reply) => {
    const hasDocumentation = siteFolder !== undefined && isSiteBuilt(siteFolder)
    return reply.header('cache-control', 'no-store').send({ hasDocumentation, hasDashboard })
  })
}

function setDemoHeaders(reply: FastifyReply, path: string) {
  reply.header('content-security-policy', demoPolicy)
  setCaching(reply, path)
}

async function addSite(scope: FastifyInstance, folder: string, others: OtherPages) {
  makeRoom(folder)
  scope.addHook('onRequest', async (request, reply) => {
    // The files are served at every path that has no route.
    if (findErrorFormat(request.originalUrl) !== undefined) return reply.callNotFound()
    const tidy = tidyAddress(request.url)
    if (tidy !== undefined) return reply.redirect(tidy, 301)
  })
  await serveFiles(scope, {
    root: folder,
    redirect: true,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('content-security-policy', sitePolicy)
      setCaching(reply, path)
    },
  })
  scope.get('/', async (request, reply) => {
    if (isSiteBuilt(folder)) return reply.sendFile('index.html')
    return isBrowsing(request) ? sendPendingPage(reply, others) : reply.callNotFound()
  })
}

/** The folder exists as soon as the service has started. */
const isSiteBuilt = (folder: string) => existsSync(join(folder, 'index.html'))

/** The website may come while the service runs; until then the plugin would warn that there is no such folder. */
function makeRoom(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    // A place that cannot be written to: the warning is then true.
  }
}

/** The address of a page without `index`, `index.html` or `.html`; undefined where it is tidy already. */
export function tidyAddress(url: string): string | undefined {
  const [path = '/', query] = url.split(/\?(.*)/s)
  const tidy = path.replace(/\/index(?:\.html)?\/?$/, '/').replace(/(.)\.html$/, '$1/')
  if (tidy === path) return undefined
  // Two slashes would lead to another host.
  return `${tidy.replace(/^[\\/]+/, '/')}${query === undefined ? '' : `?${query}`}`
}

/**
 * Sends a page for an address without a route: the site's not-found page, or until the site is built, that it will be. False for
 * other clients than browsers, and without a site. A reply must not be returned here: awaiting it would lose it.
 */
export async function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  folders: Folders,
): Promise<boolean> {
  const { siteFolder } = folders
  if (siteFolder === undefined || !isBrowsing(request)) return false
  const page = await readFile(join(siteFolder, '404.html'), 'utf8').catch(() => undefined)
  if (page === undefined && isSiteBuilt(siteFolder)) return false
  if (page === undefined) sendPendingPage(reply, findOtherPages(folders))
  else reply.code(404).type('text/html; charset=utf-8').send(page)
  return true
}

/** Whether a browser asks for a page, at an address that belongs to no API. */
const isBrowsing = ({ method, headers, originalUrl }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && findErrorFormat(originalUrl) === undefined
