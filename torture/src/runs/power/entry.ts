// The process whose writes are recorded: `entry.ts <folder> <seed> <operations> [<double>]`.
import { replaceModule } from '../../doubles/replace.ts'

export type PowerDouble = 'unflushed' | 'unordered'

const replaced: Readonly<Record<string, string>> = {
  unflushed: 'storage/engine/sqlite-flush.ts',
  unordered: 'storage/engine/sqlite-connection.ts',
}
const double = process.argv[5]
if (double !== undefined) replaceModule(replaced[double]!, `./${double}.ts`)
await import('./load.ts')
