import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { fillConfiguration, testForwardAuth } from './suite.ts'

const text = readFileSync(join(root, 'deploy/forward-auth/Caddyfile'), 'utf8')

testForwardAuth('Caddy', async (sites, { t, certificate, isReady }) => {
  const folder = createFolder(t)
  const path = join(folder, 'Caddyfile')
  // Hosts without a public name need a certificate of their own.
  const tls = `\ttls ${certificate.certPath} ${certificate.keyPath}\n`
  const servers = sites.map((place) =>
    fillConfiguration(text, place).replace(`\n${place.host} {\n`, (line) => `${line}${tls}`),
  )
  writeFileSync(path, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${servers.join('\n')}`)
  const env = { PATH: process.env.PATH, HOME: folder }
  return startProgram(['/usr/bin/caddy', 'run', '--config', path, '--adapter', 'caddyfile'], { env, isReady })
})
