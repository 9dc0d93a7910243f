import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillConfiguration, type SitePlace, testForwardAuth } from '../forward-auth/suite.ts'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'

const text = readFileSync(join(root, 'deploy/forward-auth/nginx.conf'), 'utf8')

/** The server of the file on a port of this machine, where hosts need no TLS. */
const createServer = (place: SitePlace, index: number) =>
  fillConfiguration(text, place)
    .replace(/^\s*ssl_.*\n/gm, '')
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${place.port};`)
    .replace(/server_name .*;/, 'server_name _;')
    .replaceAll(/wiki_|@wiki/g, (name) => `${name.replace('_', '')}${index}_`)
    .replaceAll('X-Forwarded-Proto https', 'X-Forwarded-Proto http')

testForwardAuth('nginx', async (sites, t) => {
  const folder = createFolder(t)
  const path = join(folder, 'nginx.conf')
  const servers = sites.map(createServer).join('\n')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    path,
    `user root; daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off;\n${temporary.join('\n')}\n${servers}\n}`,
  )
  return startProgram(['/usr/sbin/nginx', '-c', path], {
    isReady: async () =>
      (await fetch(`http://${sites[0].host}/.thumbturn/start`, { redirect: 'manual' })).status === 303,
  })
})
