import { parentPort, workerData } from 'node:worker_threads'
import { connectSqlite } from './sqlite-connection.ts'
import { serveWrites } from './sqlite-thread.ts'

if (parentPort) serveWrites(connectSqlite(String(workerData)), parentPort)
