// How long the parts of a run took, and how much processor time: that is what a busy machine leaves comparable.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { root } from './install.mjs'

const ticksPerSecond = 100
const parts = []

/** Remembers a part that started at `start` (performance.now), and the seconds of processor time that it took, if known. */
export const recordDuration = (name, start, processor) =>
  parts.push({ name, seconds: (performance.now() - start) / 1000, processor })

/**
 * Starts a command that reports its processor time, with that of its descendants. A shell measures it, as Node can't for a
 * child. Returns the child, whose output is that of the command, and a promise of the seconds.
 */
export function spawnMeasured(command, args, { stdio, ...options }) {
  const [input, output, errors] = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
  const script = '"$@" 3>&-; status=$?; times >&3; exit $status'
  const how = { cwd: root, ...options, stdio: [input, output, errors, 'pipe'] }
  if (process.platform === 'win32') return { child: spawn(command, args, { ...how, stdio }), processor: undefined }
  const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], how)
  return { child, processor: text(child.stdio[3]).then(sumTimes, () => undefined) }
}

/** Adds up what the shell's `times` prints for its children: minutes and seconds of user and system time. */
function sumTimes(printed) {
  const ofChildren = printed.trim().split('\n').at(-1)
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** Processor time of this process and of all that have ended below it; undefined where there is no /proc. */
function readProcessorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [user, system, childUser, childSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return (Number(user) + Number(system) + Number(childUser) + Number(childSystem)) / ticksPerSecond
  } catch {
    return undefined
  }
}

/** Prints how long each part took, and its processor time, the most expensive first. */
export function printDurations() {
  const total = readProcessorSeconds()
  const measured = parts.reduce((sum, { processor = 0 }) => sum + processor, 0)
  const rows = parts.sort((a, b) => (b.processor ?? b.seconds) - (a.processor ?? a.seconds))
  console.log('\nSeconds, and seconds of processor time:')
  for (const { name, seconds, processor } of rows) console.log(toRow(seconds, processor, name))
  if (total === undefined) return
  console.log(toRow(undefined, total - measured, 'the rest, such as builds and the shared database'))
  console.log(toRow(performance.now() / 1000, total, 'total'))
}

const toRow = (seconds, processor, name) =>
  `${(seconds?.toFixed(1) ?? '').padStart(8)}${(processor?.toFixed(1) ?? '').padStart(8)}  ${name}`
