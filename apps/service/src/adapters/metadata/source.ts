import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

// `import … from 'node:http'` would read its getter WebSocket, and with it load undici: 13 MB of resident memory.
const { get: getPlainly } = process.getBuiltinModule('node:http')
const { get } = process.getBuiltinModule('node:https')

/** Limits in milliseconds and bytes. */
export type Limits = { connectMs: number; totalMs: number; bytes: number }

export const usualLimits: Limits = { connectMs: 5_000, totalMs: 30_000, bytes: 20 * 1024 * 1024 }

/**
 * The text of a file or an https URL. Redirects are not followed: the operator named one place. Throws an Error that
 * says why it's unavailable; `stopping` aborts a download.
 */
export async function readSource(source: string, stopping: AbortSignal, limits = usualLimits): Promise<string> {
  return isRemote(source) ? (await download(source, stopping, limits)).toString() : readWhole(source, limits)
}

/** Whether a source is a URL and not a file. */
export const isRemote = (source: string) => source.startsWith('https://')

async function readWhole(path: string, { bytes }: Limits): Promise<string> {
  if ((await stat(path)).size > bytes) throw new Error(`the file is larger than ${bytes} bytes`)
  return readFile(path, 'utf8')
}

/** Fetches an https or http URL completely; the same rules as for a source. */
export async function download(url: string, stopping: AbortSignal, limits: Limits): Promise<Buffer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(limits.totalMs)])
  try {
    return await body(await request(url, signal, limits), limits)
  } catch (error) {
    // Streams only report that they were aborted; the signal has the reason.
    throw signal.aborted ? signal.reason : error
  }
}

async function body(response: IncomingMessage, limits: Limits): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`it answers ${response.statusCode}${redirects(response) ? ', and redirects are not followed' : ''}`)
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += (part as Buffer).length
    // Leaving the loop destroys the response, and with it the connection.
    if (size > limits.bytes) throw new Error(`the response is larger than ${limits.bytes} bytes`)
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

const redirects = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 300 && statusCode < 400

function request(url: string, signal: AbortSignal, { connectMs }: Limits): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Thumbturn' }
    const [ask, connected] = isRemote(url) ? ([get, 'secureConnect'] as const) : ([getPlainly, 'connect'] as const)
    const request = ask(url, { signal, headers, agent: false }, resolve).on('error', reject)
    const connecting = setTimeout(
      () => request.destroy(new Error(`it does not connect within ${connectMs} ms`)),
      connectMs,
    )
    request.on('socket', (socket) => socket.once(connected, () => clearTimeout(connecting)))
    request.on('close', () => clearTimeout(connecting))
  })
}
