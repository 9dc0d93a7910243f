import { createRequire } from 'node:module'
import * as original from '@thumbturn/service/http/server.ts'
import { addSecret, collectSecrets, record } from '../runs/secrets/leaks.ts'

export * from '@thumbturn/service/http/server.ts'

type Log = original.ServerOptions['log']
type Server = Parameters<NonNullable<original.ServerOptions['watch']>>[0]

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

/** Like the original, with a log that is recorded, and with hooks that collect secrets. */
export const buildServer: typeof original.buildServer = (options) => {
  recordLines(options.log)
  return original.buildServer({
    ...options,
    watch(server) {
      options.watch?.(server)
      collectFrom(server)
    },
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

function collectFrom(server: Server) {
  server.addHook('preValidation', async ({ body, headers }) => {
    collectSecrets(body)
    if (headers.authorization) collectAuthorization(headers.authorization)
    for (const [, value = ''] of (headers.cookie ?? '').matchAll(/=([^;]+)/g)) addSecret(value, 'cookie')
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload === 'string' && payload.startsWith('{')) {
      if (logsResponses) request.log.info({ payload }, 'Response')
      // An export is JSON Lines; no JSON that the service writes has a line break.
      for (const text of payload.trim().split('\n')) collectSecrets(JSON.parse(text))
    }
    for (const cookie of [reply.getHeader('set-cookie') ?? []].flat())
      addSecret(String(cookie).replace(/^[^=]*=([^;]*).*$/, '$1'), 'cookie')
    return payload
  })
}

function collectAuthorization(header: string) {
  addSecret(header, 'authorization')
  if (/^basic /i.test(header))
    addSecret(Buffer.from(header.slice(6), 'base64').toString().split(':').slice(1).join(':'), 'password')
}
