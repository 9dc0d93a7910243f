import type { EngineName } from '../growth/database.ts'
import type { BackupRun, RetentionRun } from './measure.ts'
import type { Latencies } from './pace.ts'

/** The cost of deleting old events and of a backup for sign-ins at a constant rate. Times are worthless if `loadAverage`, at the beginning, exceeds `cores`. */
export type Retention = {
  circumstances: { node: string; cores: number; loadAverage: number; signInsPerSecond: number; users: number }
  results: RetentionResult[]
}

export type RetentionResult = {
  engine: EngineName
  events: number
  bytesPerEvent: number
  databaseBytes: number
  /** Unless the database was only filled. */
  retention?: RetentionRun
  /** On SQLite; PostgreSQL has backups of its own. */
  backup?: BackupRun
}

/** Prints the results for a terminal. */
export function printRetention({ results }: Retention): void {
  for (const { engine, events, bytesPerEvent, databaseBytes, retention, backup } of results) {
    console.log(
      `${engine}: ${events} events, ${bytesPerEvent.toFixed(0)} bytes each, ${megabytes(databaseBytes)} in all`,
    )
    if (retention) printRetentionRun(retention)
    if (!backup) continue
    console.log(`  backup: ${megabytes(backup.bytes)} in ${backup.seconds.toFixed(1)} s`)
    printLatencies(backup)
  }
}

function printRetentionRun(run: RetentionRun): void {
  const { deleted, seconds, deletedPerSecond, isComplete } = run
  const ended = isComplete ? 'all of them' : 'some of them'
  console.log(
    `  retention: deleted ${deleted}, ${ended}, in ${seconds.toFixed(0)} s, ${deletedPerSecond.toFixed(0)} a second`,
  )
  printLatencies(run)
}

function printLatencies({ before, during }: { before: Latencies; during: Latencies }): void {
  for (const [when, { signIns, p50, p99, slowest }] of Object.entries({ before, during }))
    console.log(
      `    ${when}: ${signIns} sign-ins, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`,
    )
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
