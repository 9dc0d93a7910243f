import { Agent, request } from 'node:http'
import type { Client, PublicCall } from '../public-calls.ts'

/** One connection to a service, which measures calls. */
export type TimedConnection = {
  client: Client
  /** Microseconds from the first byte sent to the last one received. */
  timedCall(call: PublicCall): Promise<number>
  close(): void
}

/** Connects to the application `demo` of a service. */
export function connectTo(url: string): TimedConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (call: PublicCall) =>
    post(`${url}${call.path.startsWith('//') ? '' : '/apps/demo/fido2/v2'}`, agent, call)
  return {
    client: async (call) => {
      const { status, text } = await ask(call)
      return { status, body: text === '' ? undefined : JSON.parse(text) }
    },
    timedCall: async (call) => (await ask(call)).micros,
    close: () => agent.destroy(),
  }
}

type TimedResponse = { status: number; text: string; micros: number }

function post(base: string, agent: Agent, { path, body, token }: PublicCall): Promise<TimedResponse> {
  const payload = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(payload)),
    ...(token !== undefined && { authorization: token }),
  }
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint()
    const sent = request(`${base}/${path.replace(/^\/+/, '')}`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const micros = Number(process.hrtime.bigint() - started) / 1000
        resolve({ status: response.statusCode ?? 0, text, micros })
      })
    })
    sent.on('error', reject).end(payload)
  })
}
