import * as original from '@thumbturn/service/core/watermark.ts'
import { noteUpkeep, readElapsed } from './moving-clocks.ts'

export * from '@thumbturn/service/core/watermark.ts'

/** Like the original, but tells when it was advanced. */
export const createWatermark: typeof original.createWatermark = (parts) => {
  const watermark = original.createWatermark(parts)
  return {
    ...watermark,
    async advance() {
      const elapsed = readElapsed()
      const forgotten = await watermark.advance()
      noteUpkeep(elapsed)
      return forgotten
    },
  }
}
