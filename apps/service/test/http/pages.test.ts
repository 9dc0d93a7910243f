import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { addPages, sendMissingPage, tidyAddress } from '../../src/http/pages.ts'

const made: string[] = []

after(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-pages-'))
  made.push(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const files = {
  'index.html': '<h1>Home</h1>',
  '404.html': '<h1>Page Not Found</h1>',
  'analytics/index.html': '<h1>Analytics</h1>',
  'assets/js/main.0a1b.js': 'plain()',
  'assets/js/main.0a1b.js.br': brotliCompressSync('plain()'),
}

/** Warnings are errors: such as a second response to one request. */
const failOnWarning = { level: 'warn', stream: { write: (line: string) => assert.fail(line) } } as const

async function serverWith(folders: {
  siteFolder?: string
  demoFolder?: string
  dashboardFolder?: string
}): Promise<FastifyInstance> {
  const server = Fastify({ exposeHeadRoutes: false, logger: failOnWarning })
  server.setNotFoundHandler(async (request, reply) => {
    const isSent = await sendMissingPage(request, reply, folders)
    return isSent ? reply : reply.code(404).send({ msgCode: 'not_found' })
  })
  server.get('/fido2/v2/version', async () => ({ version: '1' }))
  await addPages(server, folders)
  return server
}

const browsing = { accept: 'text/html,*/*;q=0.8' }

describe('the website', () => {
  test("a website that isn't built yet causes no warning", async () => {
    const lines: string[] = []
    const server = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
    await addPages(server, { siteFolder: join(folderWith({}), 'build') })
    await server.ready()
    assert.deepEqual(lines, [])
  })

  test("a page has its own URL, can't be framed, and is revalidated on every request", async () => {
    const server = await serverWith({ siteFolder: folderWith(files) })
    const response = await server.inject({ url: '/analytics/', headers: browsing })
    assert.equal(response.statusCode, 200)
    assert.match(response.body, /Analytics/)
    const policy = String(response.headers['content-security-policy'])
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(response.headers['cache-control'], 'no-cache')
  })

  test('an asset can be cached forever, and is compressed for clients that accept it', async () => {
    const server = await serverWith({ siteFolder: folderWith(files) })
    const response = await server.inject({ url: '/assets/js/main.0a1b.js', headers: { 'accept-encoding': 'br' } })
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(response.rawPayload).toString(), 'plain()')
    assert.match(String(response.headers.vary), /accept-encoding/i)
  })

  for (const [asked, tidy] of [
    ['/analytics', '/analytics/'],
    ['/analytics/index', '/analytics/'],
    ['/analytics/index.html', '/analytics/'],
    ['/analytics.html', '/analytics/'],
    ['/index.html?a=1', '/?a=1'],
  ] as const) {
    test(`${asked} redirects to ${tidy}`, async () => {
      const server = await serverWith({ siteFolder: folderWith(files) })
      const response = await server.inject({ url: asked, headers: browsing })
      assert.equal(response.statusCode, 301)
      assert.equal(response.headers.location, tidy)
    })
  }

  for (const address of ['//evil.example/index.html', '/\\evil.example/index', '///evil.example/a.html']) {
    test(`${address} redirects to no other host`, () => {
      assert.doesNotMatch(tidyAddress(address)!, /^[\\/]{2}/)
    })
  }

  test('an unknown path returns the not-found page with status 404 to a browser, and JSON to a program', async () => {
    const server = await serverWith({ siteFolder: folderWith(files) })
    const seen = await server.inject({ url: '/nowhere/', headers: browsing })
    assert.equal(seen.statusCode, 404)
    assert.match(seen.body, /Page Not Found/)
    const read = await server.inject({ url: '/nowhere/', headers: { accept: 'application/json' } })
    assert.deepEqual([read.statusCode, read.json()], [404, { msgCode: 'not_found' }])
  })

  test('an unknown API call returns JSON to every client', async () => {
    const server = await serverWith({ siteFolder: folderWith(files) })
    for (const url of ['/fido2/v2/nothing', '/apps/demo/nothing', '/admin/v1/nothing']) {
      const response = await server.inject({ url, headers: browsing })
      assert.deepEqual([response.statusCode, response.json()], [404, { msgCode: 'not_found' }], url)
    }
    assert.equal((await server.inject('/fido2/v2/version')).statusCode, 200)
  })

  test("files outside the website's folder aren't served", async () => {
    const siteFolder = folderWith({ 'site/index.html': 'Home', 'secret.txt': 'secret' })
    const server = await serverWith({ siteFolder: join(siteFolder, 'site') })
    for (const url of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%2e%2e%5csecret.txt']) {
      const response = await server.inject({ url })
      assert.notEqual(response.statusCode, 200, url)
      assert.doesNotMatch(response.body, /^secret$/)
    }
  })

  test('until the website is built, its pages say so, with links to what is there, and are served from then on', async () => {
    const parent = folderWith({ 'demo/index.html': 'Demo' })
    const siteFolder = join(parent, 'site')
    const server = await serverWith({ siteFolder, demoFolder: join(parent, 'demo') })
    for (const url of ['/', '/quickstarts/react/']) {
      const before = await server.inject({ url, headers: browsing })
      assert.deepEqual([before.statusCode, before.headers['retry-after']], [503, '5'])
      assert.match(before.body, /The documentation isn’t ready yet/)
      assert.deepEqual(before.body.match(/(?<=href=")[^"]+/g), ['/demo/'])
      assert.match(String(before.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
      assert.equal((await server.inject(url)).statusCode, 404, 'a program')
    }
    mkdirSync(join(siteFolder, 'quickstarts/react'), { recursive: true })
    writeFileSync(join(siteFolder, 'quickstarts/react/index.html'), 'React')
    writeFileSync(join(siteFolder, 'index.html'), 'Home')
    const read = async (url: string) => (await server.inject({ url, headers: browsing })).body
    assert.deepEqual([await read('/'), await read('/quickstarts/react/')], ['Home', 'React'])
    assert.match(await read('/demo/'), /Demo/)
  })
})

describe('the demo', () => {
  const built = { 'index.html': '<div id="root"></div>', 'assets/index-0a1b.js': 'plain()' }

  test('a path that it does not have returns its page with status 404, and a missing asset no page', async () => {
    const server = await serverWith({ demoFolder: folderWith(built), siteFolder: folderWith(files) })
    for (const url of ['/demo/nowhere', '/demo/nowhere/else/']) {
      const { statusCode, body, headers } = await server.inject({ url, headers: browsing })
      assert.deepEqual([statusCode, body], [404, built['index.html']], url)
      assert.match(String(headers['content-security-policy']), /^default-src 'self'/)
    }
    const asset = await server.inject({ url: '/demo/assets/index-9f8e.js', headers: browsing })
    assert.deepEqual([asset.statusCode, asset.body], [404, 'Not found'])
    assert.equal((await server.inject('/demo/assets/index-0a1b.js')).statusCode, 200)
    assert.equal((await server.inject('/demo')).headers.location, '/demo/')
  })
})

test('the demo can ask which other pages this installation has', async () => {
  const siteFolder = join(folderWith({}), 'site')
  const ask = async (server: FastifyInstance) => (await server.inject('/demo/installation.json')).json()
  const demoFolder = folderWith({ 'index.html': 'Demo' })
  assert.deepEqual(await ask(await serverWith({ demoFolder })), { hasDocumentation: false, hasDashboard: false })
  const server = await serverWith({
    demoFolder,
    siteFolder,
    dashboardFolder: folderWith({ 'index.html': 'Dashboard' }),
  })
  assert.deepEqual(await ask(server), { hasDocumentation: false, hasDashboard: true })
  writeFileSync(join(siteFolder, 'index.html'), 'Home')
  assert.deepEqual(await ask(server), { hasDocumentation: true, hasDashboard: true })
})

describe('the dashboard', () => {
  const built = {
    'index.html': '<div id="root"></div>',
    'mark.svg': '<svg/>',
    'assets/index-0a1b.js': 'plain()',
    'assets/index-0a1b.js.br': brotliCompressSync('plain()'),
  }

  for (const url of ['/dashboard', '/dashboard/', '/dashboard/applications/shop/users?prefix=a', '/dashboard/join']) {
    test(`${url} returns the page, with a policy that allows nothing inline`, async () => {
      const server = await serverWith({ dashboardFolder: folderWith(built), siteFolder: folderWith(files) })
      const answer = await server.inject({ url, headers: browsing })
      assert.deepEqual([answer.statusCode, answer.body], [200, built['index.html']])
      assert.equal(answer.headers['cache-control'], 'no-cache')
      assert.equal(answer.headers['referrer-policy'], 'no-referrer')
      const policy = String(answer.headers['content-security-policy'])
      assert.match(policy, /^default-src 'self';.*frame-ancestors 'none'/)
      assert.match(policy, /; require-trusted-types-for 'script'; trusted-types 'none'/)
      assert.doesNotMatch(policy, /script-src|style-src|unsafe/)
    })
  }

  test('the demo has the same policy', async () => {
    const server = await serverWith({ demoFolder: folderWith({ 'index.html': 'Demo' }) })
    const policy = String((await server.inject('/demo/')).headers['content-security-policy'])
    assert.match(policy, /^default-src 'self';.*; require-trusted-types-for 'script'; trusted-types 'none'$/)
    assert.doesNotMatch(policy, /script-src|style-src|unsafe/)
  })

  test('assets can be cached forever, and are compressed for browsers that accept it', async () => {
    const server = await serverWith({ dashboardFolder: folderWith(built) })
    const url = '/dashboard/assets/index-0a1b.js'
    const answer = await server.inject({ url, headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(brotliDecompressSync(answer.rawPayload).toString(), 'plain()')
    assert.equal((await server.inject('/dashboard/mark.svg')).headers['cache-control'], 'no-cache')
  })

  test('an asset of an earlier build is missing, rather than being the page', async () => {
    const server = await serverWith({ dashboardFolder: folderWith(built) })
    assert.equal((await server.inject('/dashboard/assets/index-9f8e.js')).statusCode, 404)
    assert.equal((await server.inject({ method: 'POST', url: '/dashboard/join' })).statusCode, 404)
  })

  test('files outside its folder are not served', async () => {
    const folder = folderWith({ 'built/index.html': 'Page', 'secret.txt': 'secret' })
    const server = await serverWith({ dashboardFolder: join(folder, 'built') })
    for (const url of ['/dashboard/../secret.txt', '/dashboard/%2e%2e/secret.txt', '/dashboard/..%2fsecret.txt'])
      assert.doesNotMatch((await server.inject({ url })).body, /^secret$/)
  })
})
