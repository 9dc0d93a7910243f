import { ThumbturnError } from '@thumbturn/node'
import { thumbturn } from './thumbturn.ts'

export async function identifyUser(token: string): Promise<string | undefined> {
  try {
    return (await thumbturn.verifyToken(token)).sub
  } catch (error) {
    // Whoever shows no valid token is not signed in; a service that cannot be asked signs nobody out.
    if (error instanceof ThumbturnError && error.code.startsWith('token_')) return undefined
    throw error
  }
}
