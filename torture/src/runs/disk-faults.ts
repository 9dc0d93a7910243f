import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { countWork, type Ground, startGround } from '../common/field.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import { isReady, type Node } from '../common/nodes.ts'
import type { Random } from '../common/random.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'

type Scene = { ground: Ground; node: Node; path: string; random: Random }

/** Something that happens to the disk or its files. Afterward it is undone, and the node serves again. */
type Fault = { name: string; strike(scene: Scene): Promise<void> }

const faultMs = 700
const longestDetachMs = 5_000

/** Lets the kernel reject the calls of a running process for a while. */
const rejectCalls = (calls: string, error: string): Fault['strike'] => {
  return async ({ node, path }) => {
    const files = ['', '-wal'].flatMap((name) => ['-P', `${path}${name}`])
    const options = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`]
    const strace = spawn('strace', [...options, ...files, '-p', String(node.pid())], { stdio: 'ignore' })
    const ended = once(strace, 'exit')
    await pause(faultMs)
    strace.kill('SIGINT')
    // A node that ends during that can leave strace waiting for it. Clients must not wait until their sessions expire.
    if (!(await Promise.race([ended, pause(longestDetachMs)]))) strace.kill('SIGKILL')
    await ended
    await restartIfEnded(node)
  }
}

/** A node ends when a flush fails. */
async function restartIfEnded(node: Node) {
  if (!node.hasEnded()) return
  node.takeComplaints()
  await node.start()
}

const deleteWhileRunning: Fault['strike'] = async ({ node, path, ground }) => {
  renameSync(path, `${path}.away`)
  await pause(faultMs)
  if (await isReady(node.url)) ground.field.violations.push('a node without its database says that it is ready')
  renameSync(`${path}.away`, path)
}

/** Kills the node, changes its files, and expects that it doesn't start; then undoes the change. */
const changeFiles = (change: (scene: Scene) => void, expected: RegExp): Fault['strike'] => {
  return async (scene) => {
    const { ground, node, path } = scene
    await node.kill()
    const copies = ['', '-wal'].map((name) => [`${path}${name}`, `${path}${name}.copy`] as const)
    for (const [file, copy] of copies) copyFileSync(file, copy)
    change(scene)
    const hasStarted = await node.start().then(
      () => true,
      () => false,
    )
    const complaints = node.takeComplaints().join(' ')
    if (hasStarted) ground.field.violations.push('a node started on damaged files')
    else if (!expected.test(complaints))
      ground.field.violations.push(`a node didn't say what to do about its files: ${complaints}`)
    await node.kill()
    for (const [file, copy] of copies) renameSync(copy, file)
    rmSync(`${path}-shm`, { force: true })
    await node.start()
  }
}

const pageBytes = 4096

/** Writes garbage over the head of a page of a table, which the log mustn't have in a newer version. */
function damagePage({ path, random }: Scene) {
  const database = new DatabaseSync(path)
  database.exec('pragma wal_checkpoint(truncate)')
  const tables = database.prepare(`select rootpage from sqlite_schema where rootpage > 1 and type = 'table'`).all()
  database.close()
  const at = (Number(random.pick(tables).rootpage) - 1) * pageBytes
  writeFileSync(path, readFileSync(path).fill(0xa5, at, at + 64))
}

const cutFile = ({ path }: Scene) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2))

const advice = /is damaged.+restore the newest backup/s

/** Everything that happens to a disk. Add an entry here for each new fault. */
const faults: readonly Fault[] = [
  { name: 'writesFailed', strike: rejectCalls('pwrite64', 'EIO') },
  { name: 'disksFull', strike: rejectCalls('pwrite64', 'ENOSPC') },
  { name: 'readOnly', strike: rejectCalls('pwrite64', 'EROFS') },
  { name: 'readsFailed', strike: rejectCalls('pread64', 'EIO') },
  { name: 'flushesFailed', strike: rejectCalls('fdatasync,fsync', 'EIO') },
  { name: 'databasesDeleted', strike: deleteWhileRunning },
  { name: 'pagesDamaged', strike: changeFiles(damagePage, advice) },
  { name: 'filesCut', strike: changeFiles(cutFile, advice) },
  {
    name: 'logsAlone',
    strike: changeFiles(({ path }) => rmSync(path), /is missing or empty, but its write-ahead log .+ is there/s),
  },
]

/** Lets disks fail under load, and checks after each fault that the node serves again and nothing is lost. */
export async function runDiskFaults(plan: Plan, order: Order, clients?: number): Promise<Findings> {
  const installation = await install(plan)
  const counts = Object.fromEntries(faults.map(({ name }) => [name, 0]))
  try {
    // Nodes are restarted when a fault ends them.
    const nodes = installation.nodes.map((node): Node => ({ ...node, hasCrashed: () => false }))
    const ground = await startGround({ ...installation, nodes }, order, clients)
    const state = { rounds: 0, violations: ground.field.violations }
    const scene = createScene(installation, ground)
    while (goesOn(order, state)) {
      const { name, strike } = faults[state.rounds % faults.length]!
      await pause(scene.random.between(300, 900))
      await strike(scene)
      if (order.signal.aborted) break
      await checkAlive(scene)
      state.violations.splice(0, Infinity, ...state.violations.map((text) => `${name}: ${text}`))
      counts[name]!++
      state.rounds++
      order.progress(`${state.rounds} faults, ${ground.load.operations()} operations`)
    }
    await ground.close()
    return { ...state, figures: { faults: state.rounds, ...counts, ...countWork(ground) } }
  } finally {
    await installation.close()
  }
}

const longestRecoveryMs = 60_000

/** A node can end some time after the fault; clients wait until it serves. One that doesn't recover is restarted. */
async function checkAlive({ ground, node }: Scene) {
  const checked = ground.check().then(() => true)
  const begun = performance.now()
  while (!(await Promise.race([checked, pause(200, false)]))) {
    await restartIfEnded(node)
    if (performance.now() - begun < longestRecoveryMs) continue
    ground.field.violations.push('a node did not recover within a minute')
    await node.kill()
    await node.start()
    await checked
  }
}

const createScene = ({ nodes, database }: Installation, ground: Ground): Scene => ({
  ground,
  node: nodes[0]!,
  path: database.url.slice('sqlite:'.length),
  random: ground.field.random,
})

export const diskFaults: Torture = {
  target: 'T-1c',
  summary: 'lets disks fail, and damages files, under load (needs strace)',
  variants: [{ engine: 'sqlite', nodes: 1 }],
  rounds: 200,
  needsDisk: true,
  plan: { settings: { crossAuthMethods: ['otp'] }, providerShare: 0.6 },
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'waiting for the commit before the response',
      plan: { startFile: 'early-responses' },
    },
  ],
  run: (plan, order) => runDiskFaults(plan, order),
}
