/** Some providers write their issuer with a slash at its end, and it is often entered without one. */
export const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** Whether two URLs are the same issuer. */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other)
