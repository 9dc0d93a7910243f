import type { Random } from '../../common/random.ts'
import type { FileAction } from './trace.ts'

type Change = Extract<FileAction, { kind: 'write' | 'truncate' }>

/** The part of unflushed data that a loss of power takes. */
export const losses = ['nothing', 'some', 'everything'] as const
export type Loss = (typeof losses)[number]

/** A disk that keeps what was flushed. */
export type Disk = {
  apply(deed: FileAction): void
  /** The files after a loss of power. */
  read(loss: Loss, random: Random): Map<string, Buffer>
}

const sectorBytes = 512

/** Starts with these files, which are on the disk. */
export function createDisk(files: ReadonlyMap<string, Buffer>): Disk {
  const kept = new Map(files)
  const flushes = new Map<number, number>()
  let waiting: { change: Change; at: number }[] = []
  let changes = 0
  return {
    apply(deed) {
      if (deed.kind === 'flushBegins') flushes.set(deed.flush, changes)
      if (deed.kind === 'write' || deed.kind === 'truncate') waiting.push({ change: deed, at: changes++ })
      if (deed.kind !== 'flushEnds') return
      // The changes that ended before the flush began.
      const isFlushed = ({ change, at }: (typeof waiting)[number]) =>
        change.file === deed.file && at < flushes.get(deed.flush)!
      for (const { change } of waiting.filter(isFlushed)) perform(kept, change)
      waiting = waiting.filter((one) => !isFlushed(one))
    },
    read(loss, random) {
      const found = new Map(kept)
      if (loss === 'everything') return found
      for (const { change } of waiting) {
        if (loss === 'nothing') perform(found, change)
        else if (random.next() < 0.5) perform(found, tear(change, random))
      }
      return found
    },
  }
}

/** Replaces the file in the map: its content before is in other maps, too. */
function perform(files: Map<string, Buffer>, change: Change) {
  const before = files.get(change.file) ?? Buffer.alloc(0)
  const size = change.kind === 'truncate' ? change.size : Math.max(before.length, change.offset + change.data.length)
  const after = Buffer.alloc(size)
  before.copy(after)
  if (change.kind === 'write') change.data.copy(after, change.offset)
  files.set(change.file, after)
}

/** Sometimes only the first sectors of a write. */
function tear(change: Change, random: Random): Change {
  if (change.kind === 'truncate' || random.next() < 0.5) return change
  const sectors = random.between(0, Math.ceil(change.data.length / sectorBytes))
  return { ...change, data: change.data.subarray(0, sectors * sectorBytes) }
}
