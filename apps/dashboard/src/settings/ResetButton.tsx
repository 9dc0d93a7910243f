import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Tooltip } from '@mantine/core'
import type { SettingName } from './field-texts.ts'
import styles from './ResetButton.module.css'
import { defaultFor } from './schema.ts'
import { nameField } from './texts.ts'
import { formatValue } from './words.ts'

type Props = { name: SettingName; disabled: boolean; onChange: (value: unknown) => void }

/** Says that a setting differs from its default, and sets it back. */
export function ResetButton({ name, disabled, onChange }: Props) {
  const { t } = useLingui()
  const preset = formatValue(name, defaultFor(name))
  const label = nameField(name)
  return (
    <span className={styles.changed}>
      <Trans>Changed</Trans>
      {!disabled && (
        <>
          <span aria-hidden="true">·</span>
          <Tooltip label={t`Default: ${preset}`} events={{ hover: true, focus: true, touch: false }}>
            <Button
              className={styles.reset}
              variant="transparent"
              size="compact-xs"
              aria-label={t`Reset ${label} to the default`}
              onClick={() => onChange(defaultFor(name))}
            >
              <Trans>Reset</Trans>
            </Button>
          </Tooltip>
        </>
      )}
    </span>
  )
}
