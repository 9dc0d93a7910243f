import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startIsolatedDocker } from '../programs/docker.ts'
import { createFolder, root } from '../programs/folder.ts'
import { run, waitUntil } from '../programs/program.ts'
import { makeImages } from './compose-images.ts'
import { findPrepared } from './prepared.ts'

const host = 'id.localhost'
const signInSeconds = 25

type ContainerDetails = {
  Name: string
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[]; PortBindings: Record<string, unknown> }
}

test('the stack starts, is closed except for 80 and 443, signs users in, and survives the end of a node', async (t) => {
  const folder = createFolder(t)
  const docker = await startIsolatedDocker(t, folder)
  const image = await makeImages(docker.run, { folder, host: docker.host })
  const stack = join(folder, 'stack')
  for (const name of ['compose.yaml', 'Caddyfile', 'secrets.sh', '.env.example'])
    cpSync(join(root, 'deploy', name), join(stack, name))
  const given = readFileSync(join(stack, '.env.example'), 'utf8').replace('id.example.com', host)
  writeFileSync(join(stack, '.env'), `${given}THUMBTURN_IMAGE=${image}\n`)
  run('sh', ['secrets.sh'], { cwd: stack })
  const env = { ...process.env, DOCKER_HOST: docker.host }
  const compose = (...args: readonly string[]) => run(findPrepared('COMPOSE_PATH'), args, { cwd: stack, env })
  const thumbturn = (...args: readonly string[]) => compose('exec', '-T', 'node-1', 'thumbturn', ...args)
  try {
    compose('up', '--detach', '--wait', '--wait-timeout', '240', '--pull', 'never')
    checkContainers(docker, stack)
    thumbturn('app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://shop.example.com')
    await signInWhileNodeStops()
    assert.doesNotMatch(thumbturn('events', 'list', 'shop', '--json'), /198\.51\.100\.9/)
    sendMail()
  } finally {
    t.diagnostic(spawnSync(findPrepared('COMPOSE_PATH'), ['ps', '--all'], { cwd: stack, env, encoding: 'utf8' }).stdout)
    compose('down', '--volumes', '--timeout', '5')
    await docker.stop()
  }

  async function signInWhileNodeStops() {
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, compose('exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt'))
    const script = join(import.meta.dirname, 'compose-client.ts')
    const [command, ...args] = docker.toClient(process.execPath, script, host, String(signInSeconds))
    const client = spawn(command!, args, { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } })
    let output = ''
    for (const stream of [client.stdout, client.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const ended = once(client, 'close')
    await waitUntil(
      async () => output.startsWith('signed up'),
      () => (client.exitCode === null ? undefined : output),
    )
    compose('stop', 'node-1')
    compose('start', 'node-1')
    await ended
    const { completed, failures } = JSON.parse(output.split('\n')[1] ?? '') as { completed: number; failures: string[] }
    t.diagnostic(`${completed} sign-ins`)
    assert.ok(completed > 20)
    assert.deepEqual(failures, [])
  }

  function sendMail() {
    const doctor = ['exec', '-T', 'node-2', 'thumbturn', 'doctor', '--send-mail-to', 'ada@example.com']
    const { stdout } = spawnSync(findPrepared('COMPOSE_PATH'), doctor, { cwd: stack, env, encoding: 'utf8' })
    assert.match(stdout, /^ok {6}mail: /m)
    assert.match(compose('logs', 'mail'), /To: .*ada@example\.com/)
  }
})

/** Checks that the containers are read-only, publish only the ports of the proxy, and don't show the secrets. */
function checkContainers(docker: Awaited<ReturnType<typeof startIsolatedDocker>>, stack: string) {
  const ids = docker.run('ps', '--quiet').split('\n')
  const containers = JSON.parse(docker.run('inspect', ...ids)) as ContainerDetails[]
  assert.equal(containers.length, 5)
  for (const { Name, HostConfig } of containers) {
    assert.equal(HostConfig.ReadonlyRootfs, true, Name)
    assert.deepEqual(HostConfig.CapDrop, ['ALL'], Name)
    const published = Object.keys(HostConfig.PortBindings)
    assert.deepEqual(published.sort(), Name.includes('caddy') ? ['443/tcp', '80/tcp'] : [], Name)
  }
  // Secrets are files, which `docker inspect` doesn't show.
  const key = readFileSync(join(stack, 'secrets/master-key'), 'utf8')
  assert.ok(key.length === 43 && !JSON.stringify(containers).includes(key))
}
