import type { DatabaseSync } from 'node:sqlite'

/** Runs every write that waits in one turn of the event loop in one transaction: one fsync for all of them. */
export function groupCommit(db: DatabaseSync): (write: () => void) => Promise<void> {
  let waiting: { write: () => void; done: () => void }[] = []

  const commit = () => {
    const batch = waiting
    waiting = []
    db.exec('BEGIN IMMEDIATE')
    for (const { write } of batch) write()
    db.exec('COMMIT')
    for (const { done } of batch) done()
  }

  return (write) =>
    new Promise((done) => {
      if (waiting.push({ write, done }) === 1) setImmediate(commit)
    })
}
