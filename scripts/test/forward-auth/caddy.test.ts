import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { fillConfiguration, testForwardAuth } from './suite.ts'

const text = readFileSync(join(root, 'deploy/forward-auth/Caddyfile'), 'utf8')

testForwardAuth('Caddy', async (sites, t) => {
  const folder = createFolder(t)
  const path = join(folder, 'Caddyfile')
  // The first mention is the address of the site, which needs no TLS on this machine.
  const servers = sites.map((place) =>
    fillConfiguration(text, place).replace(`\n${place.host} {`, `\nhttp://:${place.port} {`),
  )
  writeFileSync(path, `{\n\tadmin off\n}\n${servers.join('\n')}`)
  const env = { PATH: process.env.PATH, HOME: folder }
  return startProgram(['/usr/bin/caddy', 'run', '--config', path, '--adapter', 'caddyfile'], {
    env,
    isReady: async () =>
      (await fetch(`http://${sites[0].host}/.thumbturn/start`, { redirect: 'manual' })).status === 303,
  })
})
