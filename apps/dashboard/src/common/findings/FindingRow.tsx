import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { InlineCode } from '../../ui/InlineCode.tsx'
import { FixButton } from '../checks/FixButton.tsx'
import { type Finding, findCommand } from '../checks/findings.ts'
import { endSentence } from '../service-texts/translate.ts'
import styles from './Findings.module.css'
import { translateFinding } from './translate.ts'

const marks = {
  good: { Icon: IconCircleCheck, text: msg`Good` },
  warning: { Icon: IconAlertTriangle, text: msg`Warning` },
  broken: { Icon: IconCircleX, text: msg`Broken` },
}

type Props = {
  finding: Finding
  /** Whether the page is about the only thing that was checked. */
  isNamed?: boolean
}

/** A finding, and how to fix it. */
export function FindingRow({ finding, isNamed = true }: Props) {
  const { t } = useLingui()
  const { status, expected } = finding
  const { name, message, advice } = translateFinding(finding)
  const { Icon, text } = marks[status]
  return (
    <li className={styles.finding} data-status={status}>
      <Icon size={20} stroke={1.8} aria-label={t(text)} className={styles.icon} />
      <div className={styles.text}>
        <h3>{capitalize(isNamed ? name : message)}</h3>
        {isNamed && <p className={styles.message}>{capitalize(endSentence(message))}</p>}
        {advice && <Advice advice={advice} command={findCommand(finding)} />}
        {expected && (
          <div className={styles.content}>
            <CodeBlock title={t`File content`} what={t`content`} code={expected} />
          </div>
        )}
      </div>
      {status !== 'good' && <FixButton finding={finding} />}
    </li>
  )
}

/** Addresses stay as they are. */
const capitalize = (text: string) => (/^[a-z]+:\/\//.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))

function Advice({ advice, command }: { advice: string; command: string | undefined }) {
  const { t } = useLingui()
  const text =
    command !== undefined && advice.endsWith(command) ? advice.slice(0, -command.length).trim() : endSentence(advice)
  return (
    <div className={styles.advice}>
      {text !== '' && (
        <p>
          <InlineCode text={text} />
        </p>
      )}
      {command && (
        <span className={styles.command}>
          <code>{command}</code>
          <CopyButton text={command} what={t`command`} />
        </span>
      )}
    </div>
  )
}
