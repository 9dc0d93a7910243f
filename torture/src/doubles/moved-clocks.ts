// Starts the program with clocks that a file moves.
import './moving-clocks.ts'

await import('@thumbturn/service/main.ts')
