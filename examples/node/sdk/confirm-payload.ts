import { thumbturn } from './thumbturn.ts'

/** For the payloadSignature of a multi-factor flow; the payload contains the order number. */
export async function confirmPayload(payloadSignature: string, payload: string): Promise<string> {
  const { sub } = await thumbturn.verifyPayload(payloadSignature, { payload })
  return sub
}
