import type { User } from './user.ts'

const width = 6

/** The epoch as a session holds it, padded: a session's size must not reveal how often a user was signed out. */
export const sealEpoch = (tokenEpoch = 0): string => String(tokenEpoch).padStart(width, '0')

/** Whether a session started before everything issued to its user was revoked. */
export const isOutdated = (epoch: string | undefined, { tokenEpoch }: Pick<User, 'tokenEpoch'>): boolean =>
  epoch !== sealEpoch(tokenEpoch)

/**
 * The claim that binds a token to the user's epoch. Tokens of the first epoch have none, like those of older versions.
 */
export const toEpochClaim = (user: Pick<User, 'tokenEpoch'> | undefined): { epoch?: number } =>
  user && user.tokenEpoch > 0 ? { epoch: user.tokenEpoch } : {}
