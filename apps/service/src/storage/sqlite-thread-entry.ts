import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { connectSqlite } from './sqlite-connection.ts'
import { serveWrites } from './sqlite-thread.ts'

if (parentPort) serveWrites(connectSqlite(String(workerData)), parentPort)
// A thread keeps compiled code of its own, and an end by kill -9 would lose it.
setTimeout(flushCompileCache, 1_000).unref()
