import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCertificate } from '@thumbturn/service-harness/certificate.ts'
import { createFolder, root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { fillConfiguration, type SitePlace, testForwardAuth } from './suite.ts'

const folderOfFiles = join(root, 'deploy/forward-auth')
const text = readFileSync(join(folderOfFiles, 'apache.conf'), 'utf8')

const modules = [
  'mpm_event',
  'authz_core',
  'lua',
  'proxy',
  'proxy_http',
  'proxy_wstunnel',
  'headers',
  'setenvif',
  'ssl',
  'http2',
]

type Files = { lua: string; certificate: TestCertificate }

/** The server of a site on a port of this machine. */
const createServer = (place: SitePlace, { lua, certificate }: Files) =>
  `Listen 127.0.0.1:${place.port}\n${fillConfiguration(text, place)
    .replace('*:443', `*:${place.port}`)
    .replace('/etc/ssl/thumbturn/fullchain.pem', certificate.certPath)
    .replace('/etc/ssl/thumbturn/privkey.pem', certificate.keyPath)
    .replaceAll('/etc/apache2/thumbturn.lua', lua)}`

testForwardAuth('Apache', async (sites, { t, certificate, isReady }) => {
  const folder = createFolder(t)
  // The server runs as another user.
  chmodSync(folder, 0o755)
  const [path, lua] = [join(folder, 'apache.conf'), join(folder, 'apache.lua')]
  copyFileSync(join(folderOfFiles, 'apache.lua'), lua)
  chmodSync(lua, 0o644)
  const loaded = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  const settings = [
    'ServerName localhost',
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `DefaultRuntimeDir ${folder}`,
  ]
  writeFileSync(
    path,
    [
      ...settings,
      `ErrorLog ${folder}/log`,
      ...loaded,
      'User www-data',
      'Group www-data',
      ...sites.map((place) => createServer(place, { lua, certificate })),
    ].join('\n'),
  )
  const program = await startProgram(['/usr/sbin/apache2', '-DFOREGROUND', '-f', path], { isReady })
  return { ...program, readOutput: () => readFileSync(join(folder, 'log'), 'utf8') }
})
