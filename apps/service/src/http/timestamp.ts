/** Milliseconds since 1970 as RFC 3339 text in UTC. */
export const timestamp = (at: number) => new Date(at).toISOString()
