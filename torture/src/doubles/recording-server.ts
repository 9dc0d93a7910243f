import { createRequire } from 'node:module'
import * as original from '@thumbturn/service/http/server.ts'
import { addSecret, collectSecrets, record } from '../runs/secrets/leaks.ts'

export * from '@thumbturn/service/http/server.ts'

type Log = original.ServerOptions['log']
type Watch = NonNullable<original.ServerOptions['watches']>[number]

type Stream = { write(line: string): void }

/** The library that the service logs with. */
const { symbols } = createRequire(import.meta.resolve('@thumbturn/service/cli/log.ts'))('pino') as {
  symbols: { streamSym: symbol }
}

let logsResponses = false

/** From now on, every response is in the log. */
export function logResponses() {
  logsResponses = true
}

/** Like the original, with a log that is recorded, and with a watch that collects secrets. */
export const buildServer: typeof original.buildServer = (options) => {
  recordLines(options.log)
  return original.buildServer({
    ...options,
    watches: [...(options.watches ?? []), collecting],
  })
}

/** A test can have a log of its own, so the lines are recorded on their way. */
function recordLines(log: Log) {
  const holder = log as unknown as Record<symbol, Stream | undefined>
  const stream = holder[symbols.streamSym]
  if (stream === undefined) return
  const write = stream.write.bind(stream)
  stream.write = (line) => {
    record('log', line)
    write(line)
  }
}

const collecting: Watch = {
  respond({ request, body, headers, log }, { text }) {
    const { authorization, cookie = '' } = request.headers
    collectSecrets(body)
    if (authorization) collectAuthorization(authorization)
    for (const [, value = ''] of cookie.matchAll(/=([^;]+)/g)) addSecret(value, 'cookie')
    if (text?.startsWith('{')) {
      if (logsResponses) log.info({ payload: text }, 'Response')
      // An export is JSON Lines; no JSON that the service writes has a line break.
      for (const line of text.trim().split('\n')) collectSecrets(JSON.parse(line))
    }
    for (const set of [headers['set-cookie'] ?? []].flat()) addSecret(set.replace(/^[^=]*=([^;]*).*$/, '$1'), 'cookie')
  },
}

function collectAuthorization(header: string) {
  addSecret(header, 'authorization')
  if (/^basic /i.test(header))
    addSecret(Buffer.from(header.slice(6), 'base64').toString().split(':').slice(1).join(':'), 'password')
}
