import { Tooltip } from '@mantine/core'
import { formatMoment, formatRelative } from './times.ts'

/** How long ago, with the exact time on hover. */
export function Time({ at }: { at: string }) {
  return (
    <Tooltip label={formatMoment(at)}>
      <time dateTime={at}>{formatRelative(at)}</time>
    </Tooltip>
  )
}
