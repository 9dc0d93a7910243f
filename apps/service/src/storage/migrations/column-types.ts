/** Every difference between the engines' column types. `byteOrder` is the collation that compares text by its bytes. */
export type ColumnTypes = { integer: 'bigint' | 'integer'; bytes: 'bytea' | 'blob'; byteOrder: 'C' | 'binary' }

/** SQLite integers have up to 64 bits anyway. */
export const sqliteTypes: ColumnTypes = { integer: 'integer', bytes: 'blob', byteOrder: 'binary' }

/** An unsigned 32-bit counter and a time in milliseconds both need 64 bits. */
export const postgresTypes: ColumnTypes = { integer: 'bigint', bytes: 'bytea', byteOrder: 'C' }
