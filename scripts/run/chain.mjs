// npm starts a shell, which starts with-node.mjs, which starts the service. A killed process can't forward its signal, so
// the service watches whether every process of this chain still runs.
import { readFileSync } from 'node:fs'

const lookEveryMs = 500

/** Parent and command line of a process; undefined when it has ended, or where there is no /proc. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

/** The ancestors of this process that exist only to start it, the nearest first. npm is the last. */
function findChain() {
  const chain = []
  for (let pid = process.ppid; pid > 1; ) {
    const seen = look(pid)
    if (!seen || !/with-node\.mjs|^npm( |$)|npm-cli\.js|npm (start|run)/.test(seen.command)) break
    chain.push({ pid, ...seen })
    if (/^npm( |$)|npm-cli\.js/.test(seen.command)) break
    pid = seen.parent
  }
  // A shell that npm didn't start belongs to the user, who may close it and keep the service.
  const isNpm = /^npm( |$)|npm-cli\.js/.test(look(chain.at(-1)?.pid)?.command ?? '')
  const end = chain.findIndex(({ command }) => !/^\S*node\S* /.test(command))
  return isNpm || end === -1 ? chain : chain.slice(0, end)
}

/** Calls `gone` once, when a process of the chain that started this one has ended. */
export function watchChain(gone) {
  const chain = findChain()
  if (chain.length === 0) return
  // A process whose parent ends gets another parent. The parent of the last process doesn't matter.
  const isWhole = () =>
    process.ppid === chain[0].pid &&
    chain.every(({ pid, parent }, index) => index === chain.length - 1 || look(pid)?.parent === parent)
  const timer = setInterval(() => {
    if (isWhole()) return
    clearInterval(timer)
    gone()
  }, lookEveryMs)
  timer.unref()
}
