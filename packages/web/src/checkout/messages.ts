/** Marks every checkout message, so that messages of other scripts are ignored. */
export const channel = 'application/x-thumbturn-v1+json'

/** Methods that the merchant's page calls on the wallet's page. */
export type Method = 'discover' | 'sign_transaction'

/** The merchant's first message to the window in its frame, sent with a port. `nonce` has 128 bits. */
export interface Handshake {
  channel: typeof channel
  type: 'handshake'
  nonce: string
}

/** The wallet's response, sent to the window that embeds it. */
export interface HandshakeResponse {
  channel: typeof channel
  type: 'handshake-response'
  nonce: string
  /** Why the wallet opens no channel; absent on success. */
  code?: string | undefined
}

/** A call. Ids rise, so that none is processed twice. */
export interface CallMessage {
  channel: typeof channel
  type: 'message'
  id: number
  method: Method | 'resize'
  params: Record<string, unknown>
}

/** The result of a call. */
export interface ResultMessage {
  channel: typeof channel
  type: 'message-response'
  id: number
  result: unknown
}

/** The error of a call. */
export interface ErrorMessage {
  channel: typeof channel
  type: 'error'
  id: number
  code: string
}

type Message = Handshake | HandshakeResponse | CallMessage | ResultMessage | ErrorMessage

const fieldChecks: { [Type in Message['type']]: (message: Record<string, unknown>) => boolean } = {
  handshake: ({ nonce }) => isNonce(nonce),
  'handshake-response': ({ nonce }) => isNonce(nonce),
  message: ({ id, method, params }) => isId(id) && typeof method === 'string' && isObject(params),
  'message-response': ({ id }) => isId(id),
  error: ({ id }) => isId(id),
}

/** Parses `data` as a message, or returns undefined: any page can post anything to a window. */
export function parseMessage(data: unknown): Message | undefined {
  if (!isObject(data) || data.channel !== channel || typeof data.type !== 'string') return undefined
  const isWhole = Object.hasOwn(fieldChecks, data.type) && fieldChecks[data.type as Message['type']](data)
  return isWhole ? (data as unknown as Message) : undefined
}

const isNonce = (value: unknown) => typeof value === 'string' && /^[\w-]{22}$/.test(value)
const isId = (value: unknown) => Number.isSafeInteger(value)

/** Whether a value is an object with properties. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
