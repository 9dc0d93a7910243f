import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { root } from '../programs/folder.ts'
import { startProgram } from '../programs/program.ts'
import { publicUrl } from './nodes.ts'
import { findPrepared } from './prepared.ts'
import { testProxy } from './proxy-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'thumbturn-nginx-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The file as it is, except for the folder of the certificates, in the least that Debian's nginx.conf puts around it. */
function writeConfiguration(): string {
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  writeFileSync(join(folder, 'site.conf'), site.replaceAll('/etc/ssl/thumbturn', findPrepared('DEPLOY_CERTIFICATES')))
  const lines = [
    'user root;',
    'daemon off;',
    `pid ${folder}/pid;`,
    'error_log stderr warn;',
    'events { worker_connections 768; }',
    'http {',
    'include /etc/nginx/mime.types;',
    'access_log off;',
    'gzip on;',
    `include ${folder}/site.conf;`,
    '}',
  ]
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, lines.join('\n'))
  return path
}

testProxy('nginx', {
  repeatsRequests: true,
  startProxy: () =>
    startProgram(['/usr/sbin/nginx', '-p', folder, '-c', writeConfiguration()], {
      isReady: async () => (await fetch(`${publicUrl}/health`)).ok,
    }),
})
