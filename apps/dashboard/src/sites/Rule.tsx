import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { type Icon, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type SiteAccess, type SiteRule, siteAccess } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { GroupsPicker } from '../common/groups/GroupsPicker.tsx'
import { findOverridingRule, findRuleProblems } from './rules.ts'
import styles from './Sites.module.css'

const accessNames: Readonly<Record<SiteAccess, MessageDescriptor>> = {
  public: msg`Everyone, without a sign-in`,
  signedIn: msg`Users of the site`,
  groups: msg`Members of groups`,
  deny: msg`No one`,
}

/** The methods of most programs; others, such as those of WebDAV, can be typed. */
const usualMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type Props = {
  id: string
  rules: readonly SiteRule[]
  at: number
  disabled: boolean
  onChange: (part: Partial<SiteRule>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** A rule on one line: the path and methods that it is for, and who gets in. */
export function Rule(props: Props) {
  const { id, rules, at, disabled, onChange } = props
  const { t } = useLingui()
  const rule = rules[at]!
  const number = at + 1
  const problems = findRuleProblems(rule)
  return (
    <li className={styles.rule}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.controls}>
        <TextInput
          className={styles.path}
          aria-label={t`Path of rule ${number}`}
          placeholder="/admin/*"
          data-part="path"
          maxLength={512}
          value={rule.path}
          error={problems.path}
          disabled={disabled}
          onChange={({ target }) => onChange({ path: target.value })}
        />
        <Methods number={number} rule={rule} problem={problems.methods} disabled={disabled} onChange={onChange} />
        <NativeSelect
          aria-label={t`Who gets in by rule ${number}`}
          data={siteAccess.map((access) => ({ value: access, label: i18n._(accessNames[access]) }))}
          value={rule.access}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ access: currentTarget.value as SiteAccess })}
        />
        {rule.access === 'groups' && (
          <GroupsPicker
            className={styles.groups}
            id={id}
            aria-label={t`Groups of rule ${number}`}
            placeholder={rule.groups?.length ? '' : t`Choose groups`}
            value={rule.groups ?? []}
            error={problems.groups}
            disabled={disabled}
            onChange={(groups) => onChange({ groups })}
          />
        )}
        <Overridden rules={rules} at={at} />
      </div>
      {!disabled && <RuleButtons {...props} />}
    </li>
  )
}

type MethodsProps = Pick<Props, 'disabled' | 'onChange'> & {
  number: number
  rule: SiteRule
  problem: string | undefined
}

function Methods({ number, rule: { methods = [] }, problem, disabled, onChange }: MethodsProps) {
  const { t } = useLingui()
  const toMethods = (texts: string[]) => [...new Set(texts.map((text) => text.toUpperCase()))]
  return (
    <TagsInput
      classNames={{ inputField: styles.method }}
      aria-label={t`Methods of rule ${number}`}
      placeholder={methods.length === 0 ? t`Every method` : ''}
      data={usualMethods}
      splitChars={[',', ' ']}
      maxTags={16}
      value={methods}
      error={problem}
      disabled={disabled}
      onChange={(texts) => onChange({ methods: toMethods(texts) })}
    />
  )
}

/** Says that a rule has no effect, and why. */
function Overridden({ rules, at }: Pick<Props, 'rules' | 'at'>) {
  const overriding = findOverridingRule(rules, at)
  if (overriding === undefined) return null
  return (
    <p className={styles.overridden}>
      <Trans>Rule {{ number: overriding + 1 }} already decides about this. Move this rule above it.</Trans>
    </p>
  )
}

function RuleButtons({ rules, at, onMove, onRemove }: Props) {
  const { t } = useLingui()
  const number = at + 1
  return (
    <div className={styles.buttons}>
      <RuleButton
        part="up"
        label={t`Move rule ${number} up`}
        icon={IconArrowUp}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <RuleButton
        part="down"
        label={t`Move rule ${number} down`}
        icon={IconArrowDown}
        disabled={at === rules.length - 1}
        onClick={() => onMove(at + 1)}
      />
      <RuleButton part="remove" label={t`Remove rule ${number}`} icon={IconX} onClick={onRemove} />
    </div>
  )
}

type ButtonProps = { part: string; label: string; icon: Icon; disabled?: boolean; onClick: () => void }

const RuleButton = ({ part, label, icon: Icon, disabled = false, onClick }: ButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="md"
    data-part={part}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={16} stroke={1.8} aria-hidden="true" />
  </ActionIcon>
)
