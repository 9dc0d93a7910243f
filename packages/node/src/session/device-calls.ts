import { ThumbturnError } from '../errors.ts'
import type { SessionContent } from './content.ts'
import type { Exchange } from './exchange.ts'
import type { KeptSessions } from './kept.ts'

/** The response to a browser that binds a session, or renews the cookie of a bound one. */
export type DeviceReply = { status: 200 | 400 | 403; headers?: Record<string, string>; body?: object | undefined }

/** Instructions by which the browser forgets a session that ended, or that was bound before. */
const forget: DeviceReply = { status: 200, body: { continue: false } }
const rejectProof: DeviceReply = { status: 400 }

/** Responds to the calls that a browser itself makes (Device Bound Session Credentials §8.6). */
export function createDeviceCalls({ device, find, bind, isBound }: KeptSessions, devicePath: string | undefined) {
  async function register(exchange: Exchange, content: SessionContent, proof: string): Promise<DeviceReply> {
    if (await isBound(content)) return forget
    const key = await device.verify(exchange, content, proof)
    if (!key) return rejectProof
    const bound = { ...content, device: key }
    await bind(exchange, bound)
    return { status: 200, body: device.put(exchange, bound) }
  }

  async function renew(exchange: Exchange, content: SessionContent, proof: string | undefined): Promise<DeviceReply> {
    if (proof === undefined) {
      const headers = { 'secure-session-challenge': device.formatChallenge(exchange, content) }
      return { status: 403, headers }
    }
    if (!(await device.verify(exchange, content, proof))) return rejectProof
    return { status: 200, body: device.put(exchange, content) }
  }

  return async (exchange: Exchange): Promise<DeviceReply> => {
    if (devicePath === undefined)
      throw new ThumbturnError('invalid_options', 'devicePath is missing: pass the path where bindDevice is mounted')
    const [id, proof] = ['sec-secure-session-id', 'secure-session-response'].map((name) =>
      unquote(exchange.header(name)),
    )
    const content = await find(exchange)
    if (!content) return forget
    if (id === undefined) return proof === undefined ? rejectProof : register(exchange, content, proof)
    return content.device && content.id === id ? renew(exchange, content, proof) : forget
  }
}

/** Structured fields can have quotes (RFC 9651 §3.3.3), and Chromium sends none. */
const unquote = (text: string | undefined) => text?.replace(/^"(.*)"$/, '$1')
