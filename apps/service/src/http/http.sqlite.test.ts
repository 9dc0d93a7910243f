import { freshSqlite } from '../../test/databases.ts'
import { httpContract } from './http.contract.ts'

httpContract('SQLite', freshSqlite)
