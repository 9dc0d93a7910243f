import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { capitalize } from '../common/events/filters.ts'
import styles from './Logs.module.css'

const words: Readonly<Record<string, MessageDescriptor>> = {
  info: msg`Info`,
  notice: msg`Notice`,
  warning: msg`Warning`,
  critical: msg`Critical`,
}

/** How important an event is: a word, with a mark that tells severities apart without color. */
export function Severity({ severity }: { severity: string }) {
  const { i18n } = useLingui()
  const word = words[severity]
  return (
    <span className={styles.severity} data-severity={severity}>
      {word ? i18n._(word) : capitalize(severity)}
    </span>
  )
}
