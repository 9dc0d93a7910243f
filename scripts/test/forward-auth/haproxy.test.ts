import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { fillConfiguration, type SitePlace, testForwardAuth } from './suite.ts'

const folderOfFiles = join(root, 'deploy/forward-auth')
const text = readFileSync(join(folderOfFiles, 'haproxy.cfg'), 'utf8')

const settings = text.slice(0, text.indexOf('frontend wiki'))
const servers = text.slice(text.indexOf('frontend wiki'))

/** The parts of a site on a port of this machine. */
const createServer = (place: SitePlace, index: number) =>
  fillConfiguration(servers, place)
    .replace('bind :443', `bind 127.0.0.1:${place.port}`)
    .replaceAll(/(frontend|backend|use_backend|default_backend) wiki/g, `$1 site${index}`)

testForwardAuth('HAProxy', async (sites, { t, certificate, isReady }) => {
  const folder = createFolder(t)
  const [path, pem] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.pem')]
  writeFileSync(pem, `${certificate.cert}${certificate.key}`)
  const lua = settings.replace('/etc/haproxy/haproxy.lua', join(folderOfFiles, 'haproxy.lua'))
  const filled = sites.map(createServer).join('\n').replaceAll('/etc/ssl/thumbturn/haproxy.pem', pem)
  writeFileSync(path, `${lua}\n${filled}`)
  return startProgram(['/usr/sbin/haproxy', '-f', path], { isReady })
})
