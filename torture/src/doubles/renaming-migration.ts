// Loaded before a suite: the next release renames a column that the running one uses.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { writeFileSync } = fs
const addition = "schema.alterTable('users').addColumn('nickname', 'text'),"

fs.writeFileSync = ((path, text, ...more) => {
  const isHistory = String(path).endsWith('/migrations/migrate.ts') && typeof text === 'string'
  if (isHistory && !text.includes(addition))
    throw new Error('The next release has no further migration: adapt the double')
  const changed = isHistory
    ? text.replace(addition, "schema.alterTable('devices').renameColumn('name', 'title'),")
    : text
  return writeFileSync(path, changed, ...more)
}) as typeof writeFileSync
syncBuiltinESMExports()
