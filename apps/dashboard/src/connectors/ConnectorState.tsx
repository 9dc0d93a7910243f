import type { ConnectorState as State } from '@thumbturn/contract/vocabulary/connectors.ts'
import { Badge } from '../ui/Badge.tsx'

const texts = {
  active: ['good', 'Active'],
  paused: ['neutral', 'Paused'],
  retrying: ['warning', 'Retrying'],
  attention: ['danger', 'Needs attention'],
} as const satisfies Record<State, readonly [string, string]>

/** The present state of a connector. */
export function ConnectorState({ state }: { state: State }) {
  const [kind, text] = texts[state]
  return <Badge kind={kind}>{text}</Badge>
}
