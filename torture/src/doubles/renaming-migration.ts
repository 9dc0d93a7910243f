// Loaded before a suite: the next release renames a column that the running one uses.
import { changeWhatIsWritten, replaceIn } from './changed-files.ts'

const addition = "schema.alterTable('users').addColumn('nickname', 'text'),"
const renaming = "schema.alterTable('devices').renameColumn('name', 'title'),"

changeWhatIsWritten('/migrations/migrate.ts', (text) => replaceIn(text, addition, renaming))
