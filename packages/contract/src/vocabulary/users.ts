/** The numbers of passkeys that a list of users can be filtered by. */
export const passkeyCounts = ['none', 'one', 'several'] as const

export type PasskeyCount = (typeof passkeyCounts)[number]

/** The orders of a list of users. */
export const userSorts = ['username', 'newest'] as const

export type UserSort = (typeof userSorts)[number]
