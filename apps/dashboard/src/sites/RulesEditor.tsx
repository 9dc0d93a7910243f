import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { mostSiteRules, type SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Rule } from './Rule.tsx'
import { addRule, coversEverything, moveRule } from './rules.ts'
import styles from './Sites.module.css'

type Props = { id: string; rules: readonly SiteRule[]; onChange: (rules: SiteRule[]) => void; disabled: boolean }

/** Edits who can open which paths, in the order in which the service reads the rules. */
export function RulesEditor({ id, rules, onChange, disabled }: Props) {
  const label = useId()
  const { list, moved, focusSoon } = useFocusAfterMove()
  function add() {
    const added = addRule(rules)
    onChange(added.rules)
    focusSoon({ at: added.at, part: 'path' })
  }
  function move(from: number, to: number) {
    onChange(moveRule(rules, from, to))
    focusSoon({ at: to, part: to < from ? 'up' : 'down' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another look
    <div role="group" aria-labelledby={label}>
      <p className={styles.label} id={label}>
        <Trans>Rules</Trans>
      </p>
      <p className={styles.hint}>
        <Trans>
          The first rule that matches the path and method of a request decides. <code>/admin/*</code> is{' '}
          <code>/admin</code> and everything below it.
        </Trans>
      </p>
      <ColumnNames />
      <ol className={styles.rules} ref={list}>
        {rules.map((rule, at) => (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is all that a rule has while it is edited
            key={at}
            id={id}
            rules={rules}
            at={at}
            disabled={disabled}
            onChange={(part) => onChange(rules.with(at, { ...rule, ...part }))}
            onMove={(to) => move(at, to)}
            onRemove={() => onChange(rules.toSpliced(at, 1))}
          />
        ))}
        {!coversEverything(rules) && (
          <li className={styles.rest}>
            <Trans>Everything else is denied.</Trans>
          </li>
        )}
      </ol>
      {!disabled && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          disabled={rules.length >= mostSiteRules}
          onClick={add}
        >
          <Trans>Add a rule</Trans>
        </Button>
      )}
      <Announcement moved={moved} count={rules.length} />
    </div>
  )
}

/** Each control of a rule has a name of its own for screen readers. */
const ColumnNames = () => (
  <div className={styles.columns} aria-hidden="true">
    <span>
      <Trans context="of an address">Path</Trans>
    </span>
    <span>
      <Trans>Methods</Trans>
    </span>
    <span>
      <Trans>Who gets in</Trans>
    </span>
  </div>
)

/** Says to screen readers where a rule went. */
function Announcement({ moved, count }: { moved: RuleFocus | undefined; count: number }) {
  const { t } = useLingui()
  const isMove = moved !== undefined && moved.part !== 'path'
  return (
    <p className="visually-hidden" role="status">
      {isMove && t`The rule is now number ${{ position: moved.at + 1 }} of ${{ count }}.`}
    </p>
  )
}

type RuleFocus = { at: number; part: 'path' | 'up' | 'down' }

/** Moves the focus along with a rule, because what is rendered stays at its position. */
function useFocusAfterMove() {
  const list = useRef<HTMLOListElement>(null)
  const [moved, focusSoon] = useState<RuleFocus>()
  useEffect(() => {
    const controls = moved && list.current?.children[moved.at]
    const wanted = controls?.querySelector<HTMLElement>(`[data-part="${moved?.part}"]:not(:disabled)`)
    const other = controls?.querySelector<HTMLElement>('[data-part]:not([data-part="path"]):not(:disabled)')
    const chosen = wanted ?? other
    chosen?.focus()
    if (chosen instanceof HTMLInputElement) chosen.setSelectionRange(chosen.value.length, chosen.value.length)
  }, [moved])
  return { list, moved, focusSoon }
}
