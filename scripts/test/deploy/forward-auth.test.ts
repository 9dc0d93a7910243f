import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillConfiguration, type SitePlace, testForwardAuth } from '../forward-auth/suite.ts'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'

const text = readFileSync(join(root, 'deploy/forward-auth/nginx.conf'), 'utf8')

/** The server of the file on a port of this machine. */
const createServer = (place: SitePlace, index: number) =>
  fillConfiguration(text, place)
    .replace('listen 443', `listen 127.0.0.1:${place.port}`)
    .replace('listen [::]:443', `listen [::1]:${place.port}`)
    .replaceAll(/wiki_|@wiki/g, (name) => `${name.replace('_', '')}${index}_`)

testForwardAuth('nginx', async (sites, { t, certificate, isReady }) => {
  const folder = createFolder(t)
  const path = join(folder, 'nginx.conf')
  const servers = sites
    .map(createServer)
    .join('\n')
    .replaceAll('/etc/ssl/thumbturn/fullchain.pem', certificate.certPath)
    .replaceAll('/etc/ssl/thumbturn/privkey.pem', certificate.keyPath)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    path,
    `user root; daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off;\n${temporary.join('\n')}\n${servers}\n}`,
  )
  return startProgram(['/usr/sbin/nginx', '-c', path], { isReady })
})
