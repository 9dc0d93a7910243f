import { thumbturn } from './thumbturn.ts'

export async function whoStillIs(token: string): Promise<string> {
  const { sub } = await thumbturn.verifyTokenRemotely(token)
  return sub
}
