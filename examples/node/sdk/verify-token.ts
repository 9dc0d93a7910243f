import { thumbturn } from './thumbturn.ts'

export async function identifyUser(token: string): Promise<string> {
  const { sub } = await thumbturn.verifyToken(token)
  return sub
}
