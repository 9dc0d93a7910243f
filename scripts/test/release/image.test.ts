import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startDocker } from '../programs/docker.ts'
import { createFolder, root } from '../programs/folder.ts'
import { run } from '../programs/program.ts'
import { version } from './artifacts.ts'
import { signUpAndIn } from './sign-in.ts'
import { packSystem } from './system.ts'

const sizeLimit = 250e6
const stopLimitMs = 5_000

test('the image runs read-only, as any user, is healthy, signs users in, and stops in time', async (t) => {
  const folder = createFolder(t)
  const docker = await startDocker(t, createFolder(t))
  try {
    packSystem(join(folder, 'base.tar'))
    docker.run('import', join(folder, 'base.tar'), 'debian-stand-in')
    const args = ['scripts/release/release.mjs', 'image', '--base', 'debian-stand-in', '--json', '--out', folder]
    const [image] = JSON.parse(run(process.execPath, args, { cwd: root, env: docker.env })) as {
      tag: string
      size: number
    }[]
    assert.ok(image)
    t.diagnostic(`size: ${(image.size / 1e6).toFixed(0)} MB`)
    assert.ok(image.size < sizeLimit)
    await useImage(image.tag)
  } finally {
    docker.run('rm', '--force', '--volumes', 'thumbturn')
    await docker.stop()
  }

  async function useImage(tag: string) {
    const inspect = <T>(format: string) =>
      JSON.parse(docker.run('inspect', '--format', `{{json ${format}}}`, 'thumbturn')) as T
    const port = await findFreePort()
    const address = `http://localhost:${port}`
    const origin = 'https://shop.example'
    const settings = { PORT: port, BASE_URL: address }
    const given = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const isolated = [
      '--read-only',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--user=65532:65532',
      '--network=host',
    ]
    docker.run('run', '--detach', '--name=thumbturn', '--volume=data:/var/lib/thumbturn', ...isolated, ...given, tag)
    for (let status = ''; status !== 'healthy'; await pause(500)) {
      status = inspect<string>('.State.Health.Status')
      assert.notEqual(status, 'unhealthy', docker.run('logs', 'thumbturn'))
    }
    assert.match(docker.run('logs', 'thumbturn'), /"createApplication":"thumbturn app create my-app /)
    assert.equal((await fetch(`${address}/demo/`)).status, 404)
    assert.equal(docker.run('exec', 'thumbturn', 'thumbturn', '--version'), version)
    docker.run('exec', 'thumbturn', 'thumbturn', 'app', 'create', 'shop', '--rp-id', 'shop.example', '--origin', origin)
    await signUpAndIn(address, origin)
    // Process 1 of the container is Node itself, not a shell.
    assert.match(
      docker.run('top', 'thumbturn', '-o', 'pid,args').split('\n').slice(1).join('\n'),
      /^\d+ +\S+\/runtime\/bin\/node [^\n]+$/,
    )

    const start = Date.now()
    docker.run('stop', '--time=10', 'thumbturn')
    const { ExitCode, FinishedAt } = inspect<{ ExitCode: number; FinishedAt: string }>('.State')
    t.diagnostic(`stopped after ${Date.parse(FinishedAt) - start} ms`)
    assert.equal(ExitCode, 0)
    assert.ok(Date.parse(FinishedAt) - start < stopLimitMs)
  }
})
