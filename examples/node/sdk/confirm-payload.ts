import { thumbturn } from './thumbturn.ts'

/** For the payloadSignature of a flow of several factors; the payload has the order's number in it. */
export async function confirmSigned(payloadSignature: string, payload: string): Promise<string> {
  const { sub } = await thumbturn.verifyPayload({ token: payloadSignature, payload })
  return sub
}
