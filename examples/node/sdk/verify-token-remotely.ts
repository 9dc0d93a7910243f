import { thumbturn } from './thumbturn.ts'

export async function identifyActiveUser(token: string): Promise<string> {
  const { sub } = await thumbturn.verifyTokenRemotely(token)
  return sub
}
