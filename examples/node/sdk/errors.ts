import { isTokenRejected } from '@thumbturn/node'
import { thumbturn } from './thumbturn.ts'

export async function findSignedInUser(token: string): Promise<string | undefined> {
  try {
    return (await thumbturn.verifyToken(token)).sub
  } catch (error) {
    // An unreachable service says nothing about the token, so it must not sign the user out.
    if (isTokenRejected(error)) return undefined
    throw error
  }
}
