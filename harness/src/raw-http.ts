import { connect, type Socket } from 'node:net'

/** A response; the body is text, because every contestant speaks JSON. */
export interface RawResponse {
  status: number
  /** Status line and headers as received. */
  head: string
  body: string
}

/** The content of a request; each line of `headers` ends with CRLF. `type` is that of `text`, which is JSON by default. */
export type RawContent = {
  body?: object
  text?: string
  type?: string
  form?: Record<string, string>
  headers?: string
}

interface ResponseFrame extends RawResponse {
  end: number
}

interface Waiting {
  done: (response: RawResponse) => void
  failed: (reason: Error) => void
}

/**
 * One keep-alive connection with a client that does as little as HTTP/1.1 allows, so that on a small machine the load
 * costs far less than what it measures. Requests may be pipelined: responses come in the order of the requests.
 */
export class RawConnection {
  readonly #socket: Socket
  readonly #host: string
  readonly #waiting: Waiting[] = []
  #received: Buffer = Buffer.alloc(0)
  #closed: Error | undefined

  constructor(port: number) {
    this.#host = `localhost:${port}`
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection')))
  }

  get isOpen(): boolean {
    return this.#closed === undefined
  }

  /** Sends JSON, also as `text`, a form, or nothing, and returns the response, whatever its status. */
  send(method: string, path: string, content: RawContent = {}): Promise<RawResponse> {
    const { text, type } = writeContent(content)
    const length = text ? `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : ''
    if (this.#closed) return Promise.reject(this.#closed)
    return new Promise((done, failed) => {
      this.#waiting.push({ done, failed })
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${content.headers ?? ''}${length}\r\n${text}`,
      )
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    for (let response = frame(this.#received); response; response = frame(this.#received)) {
      this.#received = this.#received.subarray(response.end)
      this.#waiting.shift()!.done(response)
    }
  }

  #fail(reason: Error): void {
    this.#closed ??= reason
    for (const { failed } of this.#waiting.splice(0)) failed(reason)
  }
}

function writeContent({ body, text, type = 'application/json', form }: RawContent): { text: string; type: string } {
  if (form) return { text: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  return { text: body ? JSON.stringify(body) : (text ?? ''), type }
}

function frame(received: Buffer): ResponseFrame | undefined {
  const blank = received.indexOf('\r\n\r\n')
  if (blank < 0) return undefined
  const head = received.toString('latin1', 0, blank)
  const status = Number(head.slice(9, 12))
  const start = blank + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined || status === 204) {
    const end = start + Number(length ?? 0)
    return end <= received.length ? { status, head, body: received.toString('utf8', start, end), end } : undefined
  }
  const chunked = dechunk(received, start)
  return chunked && { status, head, ...chunked }
}

function dechunk(received: Buffer, start: number): { body: string; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const line = received.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(received.toString('latin1', at, line), 16)
    const end = line + 2 + size + 2
    if (end > received.length) return undefined
    if (size === 0) return { body: Buffer.concat(parts).toString(), end }
    parts.push(received.subarray(line + 2, line + 2 + size))
    at = end
  }
}
