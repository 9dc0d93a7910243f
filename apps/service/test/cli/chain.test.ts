import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

type ProcessEntry = { pid: number; parent: number; command: string }

/** Returns all descendants of a process and the process itself, outermost first. */
function processesBelow(pid: number): ProcessEntry[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => seen(Number(name)))
  const below = (parent: number): ProcessEntry[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter((one) => one.pid === pid), ...below(pid)]
}

/** Empty for a process that has ended, or that its parent hasn't reaped yet. */
function seen(pid: number): ProcessEntry[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return state === 'Z' ? [] : [{ pid, parent: Number(parent), command }]
  } catch {
    return []
  }
}

type RunningChain = { npm: ChildProcess; chain: ProcessEntry[]; output(): string }

/**
 * Runs `npm start` until it listens, and returns its processes: npm, possibly a shell, with-node.mjs, and the service.
 */
async function npmStarted(t: TestContext): Promise<RunningChain> {
  const settings = { DATA_DIR: dataFolder(t), PORT: '0', DEMOS: 'off', SITE: 'off', CI: '1' }
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let observed = ''
  for (const stream of [npm.stdout!, npm.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      observed += text
    })
  t.after(() => {
    for (const { pid } of processesBelow(npm.pid!)) process.kill(pid, 'SIGKILL')
  })
  while (!observed.includes('"Ready"')) {
    assert.equal(npm.exitCode, null, observed)
    await sleep(100)
  }
  return { npm, chain: processesBelow(npm.pid!), output: () => observed }
}

async function assertAllEnd({ npm, chain, output }: RunningChain, reason: RegExp) {
  const running = () => chain.filter(({ pid }) => seen(pid).length > 0)
  while (running().length > 0) await sleep(50)
  // The last output can still be in the pipes.
  await Promise.all([npm.stdout!, npm.stderr!].map((stream) => finished(stream)))
  const lines = output()
    .split('\n')
    .filter((line) => line.includes('"Stopping"'))
  assert.equal(lines.length, 1, output())
  assert.match((JSON.parse(lines[0]!) as { reason: string }).reason, reason)
}

const isLinux = process.platform === 'linux'

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  test(`${signal} to npm stops every process of npm start`, {
    skip: !isLinux,
    timeout: 300_000,
  }, async (t) => {
    const started = await npmStarted(t)
    assert.ok(started.chain.length >= 3, JSON.stringify(started.chain))
    process.kill(started.npm.pid!, signal)
    await assertAllEnd(started, /^received SIG|^the process that started it ended$/)
  })
}

// A terminal sends it to all processes, and npm forwards it, so it arrives several times.
test('Ctrl+C stops everything once', { skip: !isLinux, timeout: 300_000 }, async (t) => {
  const started = await npmStarted(t)
  process.kill(-started.npm.pid!, 'SIGINT')
  await assertAllEnd(started, /^received SIGINT$/)
})

test('killing a process between npm and the service stops the service', {
  skip: !isLinux,
  timeout: 300_000,
}, async (t) => {
  const started = await npmStarted(t)
  process.kill(started.chain.at(-2)!.pid, 'SIGKILL')
  await assertAllEnd(started, /^the process that started it ended$/)
})

test('a signal to the service stops npm too', { skip: !isLinux, timeout: 300_000 }, async (t) => {
  const started = await npmStarted(t)
  process.kill(started.chain.at(-1)!.pid, 'SIGTERM')
  await assertAllEnd(started, /^received SIGTERM$/)
})
