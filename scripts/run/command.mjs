import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { recordDuration, spawnMeasured } from './durations.mjs'
import { root } from './install.mjs'

/** The pinned Node, whichever Node runs this. */
export const node = join(root, 'node_modules/node/bin/node')

const longestLine = 160

/** Runs a command with its output shown. Returns whether it succeeded. */
export function run(command, args, options = {}) {
  console.log(`\n${describe(command, args)}`)
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

/**
 * Runs lanes of named commands at the same time, the commands of a lane one after another, with their output shown as it
 * comes. Returns the names of those that failed.
 */
export async function runLanes(lanes) {
  const failed = []
  const runLane = async (lane) => {
    for (const [name, command, args, options] of lane) {
      const start = performance.now()
      const { status, seconds } = await runShown(command, args, options)
      if (status !== 0) failed.push(name)
      recordDuration(name, start, seconds)
    }
  }
  await Promise.all(lanes.map(runLane))
  return failed
}

function runShown(command, args, options) {
  console.log(`\n${describe(command, args)}`)
  const { child, processor } = spawnMeasured(command, args, { stdio: 'inherit', ...options })
  return waitForEnd(child, processor)
}

function waitForEnd(child, processor) {
  const { promise, resolve } = Promise.withResolvers()
  child.on('error', ({ message }) => resolve({ status: 1, message }))
  child.on('close', async (status) => resolve({ status, seconds: await processor }))
  return promise
}

/** Runs named commands, one for each processor at a time, and prints the output of each when it ends. Returns those that failed. */
export async function runAll(commands) {
  const waiting = Object.entries(commands)
  const failed = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [command, args]] = next
      const start = performance.now()
      const { status, seconds, output } = await capture(command, args)
      recordDuration(name, start, seconds)
      console.log(`\n${describe(command, args)}\n${output.trimEnd()}`.trimEnd())
      if (status !== 0) failed.push(name)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return failed
}

function describe(command, args) {
  const words = [command, ...args].join(' ').replaceAll(root, '')
  return `› ${words.length > longestLine ? `${words.slice(0, longestLine)}…` : words}`
}

async function capture(command, args) {
  const { child, processor } = spawnMeasured(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const { message, ...ended } = await waitForEnd(child, processor)
  return { ...ended, output: message ?? output }
}

/** A program of the installed packages. */
export const bin = (name) => join(root, 'node_modules/.bin', name)
