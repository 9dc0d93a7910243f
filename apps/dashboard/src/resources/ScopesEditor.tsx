import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { mostResourceScopes, type ResourceScope } from '@thumbturn/contract/vocabulary/protected-resources.ts'
import { useId } from 'react'
import { findScopeProblems } from './draft.ts'
import styles from './Resources.module.css'

type Props = { scopes: readonly ResourceScope[]; onChange: (scopes: ResourceScope[]) => void; disabled?: boolean }

/** Edits permissions: each has the scope that programs ask for, and the words that users read. */
export function ScopesEditor({ scopes, onChange, disabled = false }: Props) {
  const id = useId()
  const change = (at: number, part: Partial<ResourceScope>) =>
    onChange(scopes.map((scope, index) => (index === at ? { ...scope, ...part } : scope)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another look
    <div role="group" aria-labelledby={id}>
      <p className={styles.label} id={id}>
        <Trans>Permissions</Trans>
      </p>
      <p className={styles.hint}>
        <Trans>
          Programs ask for them as scopes, and users read what each allows. Without any, a program gets full access.
        </Trans>
      </p>
      <div className={styles.scopes}>
        {scopes.map((scope, at) => (
          <Scope
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is all that a line has while it is edited
            key={at}
            at={at}
            scope={scope}
            problems={findScopeProblems(scopes, at)}
            disabled={disabled}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(scopes.filter((_, index) => index !== at))}
          />
        ))}
        {!disabled && (
          <Button
            className={styles.add}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            disabled={scopes.length >= mostResourceScopes}
            onClick={() => onChange([...scopes, { name: '', description: '' }])}
          >
            <Trans>Add a permission</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

type ScopeProps = {
  at: number
  scope: ResourceScope
  problems: ReturnType<typeof findScopeProblems>
  disabled: boolean
  onChange: (part: Partial<ResourceScope>) => void
  onRemove: () => void
}

function Scope({ at, scope: { name, description }, problems, disabled, onChange, onRemove }: ScopeProps) {
  const { t } = useLingui()
  const number = at + 1
  return (
    <div className={styles.scope}>
      <TextInput
        className={styles.name}
        aria-label={t`Scope ${number}`}
        placeholder="files:read"
        maxLength={64}
        autoFocus={name === '' && description === ''}
        value={name}
        error={problems.name}
        disabled={disabled}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextInput
        aria-label={t`What scope ${number} allows`}
        placeholder={t`Read your files`}
        maxLength={200}
        value={description}
        error={problems.description}
        disabled={disabled}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={disabled}
        aria-label={t`Remove scope ${number}`}
        onClick={onRemove}
      >
        <IconX size={15} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
