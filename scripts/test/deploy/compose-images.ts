import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../programs/folder.ts'
import { run } from '../programs/program.ts'
import { packSystem } from '../release/system.ts'
import { findPrepared } from './prepared.ts'

type Docker = (...args: readonly string[]) => string

/** The entry point of the official image of PostgreSQL for these variables. */
const postgresEntry = `#!/bin/sh
set -eu
data=/var/lib/postgresql/data
if [ ! -s $data/PG_VERSION ]; then
  initdb -D $data -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" -A scram-sha-256 --no-locale -E UTF8
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  pg_ctl -D $data -o "-c listen_addresses='' -k /tmp" -w start
  PGPASSWORD="$(cat "$POSTGRES_PASSWORD_FILE")" createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -D $data -m fast -w stop
fi
exec postgres -D $data -c listen_addresses='*' -k /var/run/postgresql
`

/** Accepts mail by STARTTLS, with the variables of Mailpit and its command for health checks, and logs it. */
const mailCatcher = `
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { SMTPServer } from 'smtp-server'
if (process.argv[2] === 'readyz') {
  connect(1025).on('connect', () => process.exit(0)).on('error', () => process.exit(1))
} else serve()
function serve() {
const { MP_SMTP_TLS_CERT, MP_SMTP_TLS_KEY } = process.env
const onData = (stream, session, done) => {
  stream.on('data', (text) => process.stdout.write(text))
  stream.on('end', () => done())
}
const [cert, key] = [readFileSync(MP_SMTP_TLS_CERT), readFileSync(MP_SMTP_TLS_KEY)]
new SMTPServer({ cert, key, authOptional: true, onData }).listen(1025)
}
`

/**
 * Makes the images that compose.yaml names, as no registry can be reached: Thumbturn's as a release makes it, and stand-ins for the others
 * from Debian, with this machine's PostgreSQL and the current Caddy. Returns the tag of Thumbturn's.
 */
export async function makeImages(docker: Docker, { folder, host }: { folder: string; host: string }): Promise<string> {
  const base = join(folder, 'base.tar')
  packSystem(base)
  docker('import', base, 'debian-stand-in')
  makePostgres(docker, join(folder, 'postgres'))
  makeCaddy(docker, join(folder, 'caddy'))
  const release = ['scripts/release/release.mjs', 'image', '--base', 'debian-stand-in', '--json', '--out', folder]
  const env = { ...process.env, DOCKER_HOST: host }
  const [image] = JSON.parse(run(process.execPath, release, { cwd: root, env })) as { tag: string }[]
  await makeMailCatcher(docker, { context: join(folder, 'mail'), node: image!.tag })
  return image!.tag
}

function makePostgres(docker: Docker, context: string) {
  const version = run('sh', ['-c', 'ls /usr/lib/postgresql | sort -n | tail -1']).trim()
  const bin = `/usr/lib/postgresql/${version}/bin`
  const programs = ['initdb', 'pg_ctl', 'postgres', 'createdb', 'pg_isready'].map((name) => `${bin}/${name}`)
  copyPrograms(context, programs)
  // Without its compiler, which needs LLVM.
  for (const path of [`/usr/lib/postgresql/${version}/lib`, `/usr/share/postgresql/${version}`])
    cpSync(path, join(context, path), { recursive: true, filter: (source) => !/llvmjit|bitcode/.test(source) })
  writeExecutable(join(context, 'entry'), postgresEntry)
  const lines = [
    'FROM debian-stand-in',
    'COPY usr /usr',
    'COPY entry /entry',
    `ENV PATH=${bin}:/usr/bin:/usr/sbin`,
    'RUN useradd --uid 999 postgres && install -d -o postgres -m 700 /var/lib/postgresql/data && ldconfig',
    'VOLUME /var/lib/postgresql/data',
    'ENTRYPOINT ["/entry"]',
  ]
  buildImage(docker, { context, tag: findImage('postgres'), lines })
}

function makeCaddy(docker: Docker, context: string) {
  copyPrograms(context, ['/usr/bin/wget'])
  copyFileSync(findPrepared('CADDY_PATH'), join(context, 'caddy'))
  const lines = [
    'FROM debian-stand-in',
    'COPY usr /usr',
    'COPY caddy /usr/bin/caddy',
    'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
    'RUN ldconfig',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ]
  buildImage(docker, { context, tag: findImage('caddy'), lines })
}

async function makeMailCatcher(docker: Docker, { context, node }: { context: string; node: string }) {
  mkdirSync(context)
  const stdin = { contents: mailCatcher, resolveDir: join(root, 'harness') }
  await build({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile: join(context, 'mail.cjs') })
  writeExecutable(join(context, 'mailpit'), "#!/usr/lib/thumbturn/runtime/bin/node\nrequire('/mail.cjs')\n")
  const lines = [`FROM ${node}`, 'COPY mail.cjs mailpit /', 'ENTRYPOINT ["/mailpit"]']
  buildImage(docker, { context, tag: findImage('mail'), lines })
}

/** The image that compose.yaml names for a service. */
function findImage(service: string): string {
  const config = run(
    findPrepared('COMPOSE_PATH'),
    ['-f', join(root, 'deploy/compose.yaml'), 'config', '--format', 'json'],
    {
      env: { ...process.env, THUMBTURN_HOST: 'id.localhost' },
    },
  )
  return (JSON.parse(config) as { services: Record<string, { image: string }> }).services[service]!.image
}

/** Copies programs of this machine and the libraries that they load to the same paths below the folder. */
function copyPrograms(folder: string, programs: readonly string[]) {
  const libraries = programs.flatMap((path) => run('ldd', [path]).match(/\/[^ ]+(?= \()/g) ?? [])
  // Links of the system, such as /lib, are folders of their own in a build context.
  const target = (path: string) => join(folder, path.startsWith('/usr/') ? path : `/usr${path}`)
  for (const path of new Set([...programs, ...libraries])) {
    mkdirSync(dirname(target(path)), { recursive: true })
    copyFileSync(path, target(path))
  }
}

function writeExecutable(path: string, text: string) {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

function buildImage(
  docker: Docker,
  { context, tag, lines }: { context: string; tag: string; lines: readonly string[] },
) {
  writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`)
  docker('build', '--quiet', '--tag', tag, context)
}
