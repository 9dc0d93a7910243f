import * as original from '@thumbturn/service/storage/engine/postgres.ts'

export * from '@thumbturn/service/storage/engine/postgres.ts'

/** Like the original, but with two connections. */
export const openEitherPostgres: typeof original.openEitherPostgres = (url) => original.openEitherPostgres(url, 2)
