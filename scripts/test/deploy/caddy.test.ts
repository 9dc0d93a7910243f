import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { root } from '../programs/folder.ts'
import { run, startProgram } from '../programs/program.ts'
import { publicUrl } from './nodes.ts'
import { findPrepared } from './prepared.ts'
import { testProxy } from './proxy-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'thumbturn-caddy-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const env = { PATH: process.env.PATH, HOME: folder, THUMBTURN_HOSTS: 'id.example.com, *.id.example.com' }
const whole = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')

/** The file and certificates, so that Caddy doesn't ask an authority on the internet for them. */
function writeConfiguration(caddy: string, text: string): string {
  const source = join(folder, 'Caddyfile')
  writeFileSync(source, text)
  const { apps } = JSON.parse(run(caddy, ['adapt', '--config', source], { env })) as { apps: object }
  const certificates = findPrepared('DEPLOY_CERTIFICATES')
  const files = { certificate: join(certificates, 'fullchain.pem'), key: join(certificates, 'privkey.pem') }
  const tls = { certificates: { load_files: [files] } }
  const path = join(folder, 'caddy.json')
  writeFileSync(path, JSON.stringify({ admin: { disabled: true }, apps: { ...apps, tls } }))
  return path
}

const startCaddy = (caddy: string, text: string) => () =>
  startProgram([caddy, 'run', '--config', writeConfiguration(caddy, text)], {
    env,
    isReady: async () => (await fetch(`${publicUrl}/health`)).ok,
  })

testProxy('Caddy', {
  startProxy: startCaddy(findPrepared('CADDY_PATH'), whole),
  repeatsRequests: true,
})

testProxy('Caddy of Debian 12', {
  startProxy: startCaddy('/usr/bin/caddy', whole.replace(/^\s*request_buffers .*\n/m, '')),
  repeatsRequests: false,
})
