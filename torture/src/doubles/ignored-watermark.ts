// Starts the program with clocks that a file moves, and without counting what expired behind the watermark as spent.
import './moving-clocks.ts'
import { replaceModule } from './replace.ts'

replaceModule('storage/tables/spent-sessions.ts', './watermarkless-spending.ts')
await import('@thumbturn/service/main.ts')
