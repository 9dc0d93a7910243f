import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import type { ConnectorState as State } from '@thumbturn/contract/vocabulary/connectors.ts'
import { Badge } from '../ui/Badge.tsx'

const texts = {
  active: ['good', msg({ message: 'Active', context: 'connector' })],
  paused: ['neutral', msg({ message: 'Paused', context: 'connector' })],
  retrying: ['warning', msg`Retrying`],
  attention: ['danger', msg`Needs attention`],
} as const satisfies Record<State, readonly [string, MessageDescriptor]>

/** The present state of a connector. */
export function ConnectorState({ state }: { state: State }) {
  const { i18n } = useLingui()
  const [kind, text] = texts[state]
  return <Badge kind={kind}>{i18n._(text)}</Badge>
}
