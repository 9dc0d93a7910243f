import { styleText } from 'node:util'
import { escapeControls } from './output.ts'

type Entry = { level: number; time: number; msg?: string; err?: { stack?: string } }

const labels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
const styles = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' } as const

/**
 * A line of the log for a terminal: local time, level, message, and facts. Control characters are escaped, so that
 * what a client sent can neither start a line nor move the cursor; only the stack of an error has several lines.
 */
export function formatLogLine(json: string): string {
  const {
    level,
    time,
    msg = '',
    err,
    pid: _pid,
    hostname: _hostname,
    ...facts
  } = JSON.parse(json) as Entry & object & { pid: unknown; hostname: unknown }
  const head = `${formatTime(time)} ${formatLevel(level)} ${toOneLine(msg)}`
  const rest = Object.entries(facts).map(([name, fact]) => `${toOneLine(name)}=${formatFact(fact)}`)
  const stack = err?.stack === undefined ? [] : escapeControls(err.stack).split('\n')
  return `${[[head, ...rest].join('  '), ...stack.map((line) => `    ${line}`)].join('\n')}\n`
}

const formatTime = (ms: number) => {
  const at = new Date(ms)
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part, 2))
  return `${hours}:${minutes}:${seconds}.${pad(at.getMilliseconds(), 3)}`
}

const pad = (part: number, digits: number) => String(part).padStart(digits, '0')

/** In color on a terminal that has colors, unless NO_COLOR is set. */
function formatLevel(level: number): string {
  const label = labels[level] ?? String(level)
  const style = styles[label as keyof typeof styles] ?? 'reset'
  return styleText(style, label.padEnd(5), { stream: process.stdout })
}

const formatFact = (fact: unknown) => toOneLine(typeof fact === 'string' ? fact : (JSON.stringify(fact) ?? ''))

const toOneLine = (text: string) => escapeControls(text).replaceAll('\n', '\\n')
