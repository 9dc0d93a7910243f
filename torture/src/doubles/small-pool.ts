import * as original from '@thumbturn/service/storage/engine/postgres.ts'

export * from '@thumbturn/service/storage/engine/postgres.ts'

/** Like the original, but with two connections. */
export const openPostgres: typeof original.openPostgres = (url) => original.openPostgres(url, 2)
