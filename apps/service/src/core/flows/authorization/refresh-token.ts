import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'

/** The content of a refresh token: its family, and which of its tokens it is. */
export type RefreshTokenId = { family: string; id: string }

/** A deleted application's tokens mean nothing to another one of its ID. */
const createPurpose = ({ id, createdAt }: Application) => `refresh token ${id} ${createdAt}`

const mostCharacters = 512

/** Sealed, so that a forged token costs no read, and a client learns nothing from it. */
export const sealRefreshToken = ({ secretBox }: Core, application: Application, token: RefreshTokenId): string =>
  secretBox.seal(createPurpose(application), JSON.stringify(token))

/** Undefined if it isn't a refresh token of the application. */
export function openRefreshToken(
  { secretBox }: Core,
  application: Application,
  text: string,
): RefreshTokenId | undefined {
  if (text.length > mostCharacters) return undefined
  try {
    return JSON.parse(secretBox.open(createPurpose(application), text)) as RefreshTokenId
  } catch {
    return undefined
  }
}
