import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useLingui } from '@lingui/react/macro'
import { Radio, Textarea } from '@mantine/core'
import { type NamedMfaPolicy, namedMfaPolicies } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import { useId, useState } from 'react'
import { optionStyles } from '../common/fields/controls.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './controls.module.css'

const policies: Readonly<Record<NamedMfaPolicy, { name: MessageDescriptor; help?: MessageDescriptor }>> = {
  passkey: { name: msg`A passkey` },
  'passkey-or-otp': { name: msg`A passkey or a code`, help: msg`A code by email or SMS is enough.` },
  'otp-then-passkey': {
    name: msg`A passkey, or a code and then a new passkey`,
    help: msg`Access to the mailbox or phone is enough to add a passkey.`,
  },
  'external-then-passkey': {
    name: msg`A passkey, or your own sign-in and then a new passkey`,
    help: msg`Your backend asserts the user.`,
  },
  'two-factors': {
    name: msg`Two factors`,
    help: msg`Any two of a passkey, a code by email, a code by SMS, and your own sign-in.`,
  },
}

/** Shown when someone begins to write a policy. */
const example = 'signIn: passkey:auth, otp:email+external; signUp: otp:email+passkey:reg'

const isNamed = (text: string) => (namedMfaPolicies as readonly string[]).includes(text)

/** The policies that have a name, and a field for others. */
export function MfaPolicyField({ value, onChange, disabled, described }: ControlProps) {
  const { t } = useLingui()
  const name = useId()
  const text = String(value)
  // A written policy stays while another policy is chosen, and can begin with the name of a policy.
  const [own, setOwn] = useState(isNamed(text) ? undefined : text)
  const isCustom = !isNamed(text) || text === own
  function write(policy: string) {
    setOwn(policy)
    onChange(policy)
  }
  function pick(policy: NamedMfaPolicy) {
    if (own !== undefined && isNamed(own)) setOwn(undefined)
    onChange(policy)
  }
  const shared = { name, disabled, size: 'xs', classNames: optionStyles }
  return (
    <div role="radiogroup" className={styles.policies} aria-labelledby={described['aria-labelledby']}>
      {namedMfaPolicies.map((policy) => {
        const { help } = policies[policy]
        return (
          <Radio
            key={policy}
            {...shared}
            value={policy}
            label={t(policies[policy].name)}
            description={help && t(help)}
            checked={!isCustom && text === policy}
            onChange={() => pick(policy)}
          />
        )
      })}
      <Radio
        {...shared}
        value=""
        label={t`Your own rules`}
        description={t`Alternatives are separated by commas. Their factors are joined by +, in order.`}
        checked={isCustom}
        onChange={() => write(own ?? example)}
      />
      {isCustom && (
        <Textarea
          className={styles.code}
          value={text}
          autosize
          minRows={2}
          disabled={disabled}
          onChange={({ target }) => write(target.value)}
          {...described}
        />
      )}
    </div>
  )
}
