import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { createLog } from '../../src/cli/log.ts'
import { changeApplication } from '../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../src/core/use-cases/applications/create.ts'
import { buildServer, type HttpServer } from '../../src/http/server.ts'

let service: Service
let server: HttpServer
let address: string
const page = '<head></head><h1>Sign in</h1><noscript>Turn on JavaScript</noscript>'
const folder = mkdtempSync(join(tmpdir(), 'thumbturn-hosted-'))

before(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets/main.js'), 'run()')
  writeFileSync(join(folder, 'assets/main.js.br'), 'smaller')
  service = await startService({ databaseUrl: 'sqlite::memory:' })
  const log = createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  const options = { core: service.core, version: { version: '1.2.3' }, baseUrl: origin, log }
  server = await buildServer({ ...options, hostedFolder: folder, siteFolder: folder })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await server.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

const names = ['sign-in', 'consent', 'select-account', 'device', 'sign-out', 'signed-out', 'account', 'problem']

test('every page is at the address of an application, and is not kept, framed, or given to another host', async () => {
  for (const name of names) {
    const { statusCode, headers, body } = await open(`/apps/demo/${name}/?request=a`)
    assert.deepEqual([statusCode, body], [200, page], name)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    const policy = String(headers['content-security-policy'])
    for (const directive of ["default-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
      assert.ok(policy.split('; ').includes(directive), directive)
    assert.doesNotMatch(policy, /unsafe|https:/)
  }
})

test('an address without the slash at the end leads to the page, with its parameters', async () => {
  const { statusCode, headers } = await open('/apps/demo/sign-in?request=a&b=c')
  assert.deepEqual([statusCode, headers.location], [308, 'sign-in/?request=a&b=c'])
})

test('assets are compressed, and kept for as long as their names stay', async () => {
  const { statusCode, headers } = await open('/apps/demo/hosted/assets/main.js', { 'accept-encoding': 'br' })
  assert.deepEqual([statusCode, headers['content-encoding']], [200, 'br'])
  assert.match(String(headers['cache-control']), /immutable/)
  assert.equal((await open('/apps/demo/hosted/assets/gone.js')).statusCode, 404)
})

test('the policy allows exactly the logos of the application, whatever characters they have', async () => {
  const logoUrl = 'https://cdn.example/logo;script-src *,.svg?size=2'
  await changeApplication(
    service.core,
    { id: 'demo' },
    { settings: { logoUrl, logoDarkUrl: 'https://cdn.example/dark.svg' } },
  )
  const { headers } = await open('/apps/demo/sign-in/')
  const images = String(headers['content-security-policy'])
    .split('; ')
    .filter((one) => one.startsWith('img-src'))
  assert.deepEqual(images, [
    "img-src 'self' data: https://cdn.example/logo%3Bscript-src%20*%2C.svg https://cdn.example/dark.svg",
  ])
})

test('a request that can’t be answered to its program is a page that explains it, and carries no markup', async () => {
  const response = await fetch(`${address}/apps/demo/openid/authorize?client_id=%3C/script%3E`)
  const { status, headers } = response
  assert.equal(status, 400)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  const body = await response.text()
  const [, problem = ''] = /<script type="application\/json" id="problem">(.*?)<\/script><\/head>/.exec(body) ?? []
  const { error, description } = JSON.parse(problem) as Record<string, string>
  assert.deepEqual([error, description], ['invalid_request', 'There is no client with this client_id'])
  assert.ok(body.includes(`<noscript><p><code>${description}</code></p>`))
})

test('while the page can’t be read, the service is unavailable, and requests that can’t be answered are still explained', async () => {
  const path = join(folder, 'index.html')
  rmSync(path)
  mkdirSync(path)
  utimesSync(path, 1, 1)
  try {
    const response = await fetch(`${address}/apps/demo/openid/authorize?client_id=unknown`)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /There is no client with this client_id/)
    const { statusCode, headers } = await open('/apps/demo/sign-in/')
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5'])
  } finally {
    rmSync(path, { recursive: true })
    writeFileSync(path, page)
  }
})

test('an error on the host of a protected site is a page that loads nothing', async () => {
  const response = await fetch(`${address}/apps/demo/forward/denied`, {
    headers: { 'x-forwarded-host': 'wiki.example' },
  })
  assert.equal(response.status, 403)
  const body = await response.text()
  assert.match(body, /list its address in TRUSTED_PROXIES/)
  assert.doesNotMatch(body, /<script|<link|src=/)
})

test('an error is shown on the page of the latest build, and as text while there is none', async () => {
  const read = async () => (await fetch(`${address}/apps/demo/openid/authorize?client_id=nothing`)).text()
  assert.match(await read(), /<h1>Sign in</)
  const file = join(folder, 'index.html')
  writeFileSync(file, page.replace('Sign in', 'Built again'))
  utimesSync(file, 1, 1)
  assert.match(await read(), /<h1>Built again</)
  rmSync(file)
  assert.match(await read(), /<h1>You can’t continue here</)
  writeFileSync(file, page)
  assert.match(await read(), /<h1>Sign in</)
})

test('members and unknown applications have no pages', async () => {
  for (const id of ['thumbturn', 'nowhere', '%ff'])
    assert.equal((await open(`/apps/${id}/sign-in/`)).statusCode, 404, id)
})

test('on the installation’s own host, the pages are those of the only application', async () => {
  assert.equal((await open('/account/', { host: 'localhost:4300' })).statusCode, 200)
  const shop = { id: 'shop', name: 'Shop', rpId: 'localhost', origins: [origin] }
  await createApplication(service.core, shop)
  assert.equal((await open('/account/', { host: 'localhost:4300' })).statusCode, 404)
})
