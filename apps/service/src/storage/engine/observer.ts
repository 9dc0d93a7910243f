import type { Engine } from './engine.ts'

export type Operation = 'read' | 'batch'

/** Watches what an engine does, for metrics and traces. */
export type EngineObserver = {
  /** Runs a read or a batch, and returns what it returns. */
  around<T>(operation: Operation, run: () => Promise<T>): Promise<T>
  /** Called with the number of batches that shared a transaction, once they are on disk. */
  grouped?(batches: number): void
}

/** The same engine, watched. */
export const observedEngine = (engine: Engine, { around }: EngineObserver): Engine => ({
  ...engine,
  read: (statement) => around('read', async () => engine.read(statement)),
  write: (steps) => around('batch', () => engine.write(steps)),
})
