import { basename } from 'node:path'
import { databaseName, type Note, notesName } from './notes.ts'

/** One thing that the recorded process did to its files, in the order of the kernel. */
export type FileAction =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /** `flush` tells which flush ends. */
  | { kind: 'flushBegins' | 'flushEnds'; file: string; flush: number }
  | { kind: 'note'; note: Note }

/** The system calls that strace records. Others that write would be missing from a replay. */
export const systemCalls = [
  ...['pwrite64', 'write', 'pwritev', 'pwritev2', 'writev', 'lseek'],
  ...['ftruncate', 'truncate', 'fallocate', 'fdatasync', 'fsync', 'rename', 'unlink'],
]

type Call = { pid: string; name: string; text: string; hasBegun: boolean; hasEnded: boolean }

/** Reads what `strace -f -y -xx` wrote. */
export function readTrace(text: string): FileAction[] {
  const open = new Map<string, Call>()
  const flushes = new Map<string, number>()
  const state = { open, flushes, next: 0 }
  return text.split('\n').flatMap((line) => readLine(line, state))
}

type State = { open: Map<string, Call>; flushes: Map<string, number>; next: number }

function readLine(line: string, state: State): FileAction[] {
  const begun = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/.exec(line)
  const ended = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/.exec(line)
  const whole = /^(\d+) +(\w+)\((.*)$/.exec(line)
  const { open } = state
  if (begun) {
    const call = { pid: begun[1]!, name: begun[2]!, text: begun[3]!, hasBegun: true, hasEnded: false }
    open.set(call.pid, call)
    return toDeeds(call, state)
  }
  if (ended) {
    const first = open.get(ended[1]!)
    open.delete(ended[1]!)
    return first ? toDeeds({ ...first, text: first.text + ended[3]!, hasBegun: false, hasEnded: true }, state) : []
  }
  if (!whole) return []
  return toDeeds({ pid: whole[1]!, name: whole[2]!, text: whole[3]!, hasBegun: true, hasEnded: true }, state)
}

/** A flush counts from its beginning to its end, and a write once it has ended. */
function toDeeds(call: Call, state: State): FileAction[] {
  const { pid, name, text, hasBegun, hasEnded } = call
  const file = basename(decode(/^\d+<([^>]*)>/.exec(text)?.[1] ?? ''))
  if (name === 'fsync' || name === 'fdatasync') {
    if (hasBegun) state.flushes.set(pid, ++state.next)
    const flush = state.flushes.get(pid)!
    const begins: FileAction[] = hasBegun ? [{ kind: 'flushBegins', file, flush }] : []
    return hasEnded && /= 0$/.test(text) ? [...begins, { kind: 'flushEnds', file, flush }] : begins
  }
  return hasEnded ? readChange({ ...call, file }) : []
}

function readChange({ name, text, file }: Call & { file: string }): FileAction[] {
  const [, data = '', rest = ''] = /"([^"]*)"(.*)$/.exec(text) ?? []
  if (file === notesName) return name === 'write' ? [{ kind: 'note', note: JSON.parse(decode(data)) as Note }] : []
  if (!file.startsWith(databaseName)) return []
  const numbers = rest.match(/\d+/g)?.map(Number) ?? []
  if (name === 'pwrite64') return [{ kind: 'write', file, offset: numbers[1]!, data: toBytes(data) }]
  if (name === 'ftruncate') return [{ kind: 'truncate', file, size: Number(/, (\d+)\)/.exec(text)![1]) }]
  if (name === 'lseek') return []
  throw new Error(`The recording has the call ${name}, which the replay doesn't know: ${text.slice(0, 100)}`)
}

const toBytes = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const decode = (hex: string) => toBytes(hex).toString()
