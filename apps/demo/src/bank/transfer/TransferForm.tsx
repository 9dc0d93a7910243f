import { Button, TextInput } from '@mantine/core'
import { ApiError } from '@thumbturn/web'
import { type SubmitEvent, useState } from 'react'
import { LiveRegion } from '../../ui/Notice.tsx'
import { parseCents } from '../accounts/money.ts'
import { Failure } from '../failures/Failure.tsx'
import styles from '../shell/Form.module.css'
import { type PreparedTransfer, type TransferRequest, usePreparation } from './transfers.ts'

/** Payees of the transactions that a new account comes with. */
const payees = [
  { name: 'Pier Lane Homes', payee: '55120094' },
  { name: 'Heron Foods', payee: '71402286' },
  { name: 'Tideline Energy', payee: '30958817' },
]

type FieldValues = { name: string; payee: string; amount: string; reference: string }

const empty: FieldValues = { name: '', payee: '', amount: '', reference: '' }
const toFieldValues = ({ name, payee, cents, reference }: TransferRequest): FieldValues => ({
  name,
  payee,
  amount: (cents / 100).toFixed(2),
  reference,
})

/** The transfer form: payee, amount, reference. */
export function TransferForm({ initially, onPrepared }: TransferFormProps) {
  const [texts, setTexts] = useState(initially ? toFieldValues(initially) : empty)
  const [checked, setChecked] = useState(false)
  const prepare = usePreparation()
  const wish = parseTransfer(texts)
  const change = (changed: FieldValues) => {
    prepare.reset()
    setTexts(changed)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wish && !prepare.isPending) prepare.mutate(wish, { onSuccess: (prepared) => onPrepared(wish, prepared) })
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Payees chosen={texts.payee} onChoose={(chosen) => change({ ...texts, ...chosen })} />
      <Fields texts={texts} onChange={change} checked={checked} isCovered={!isOverdrawn(prepare.error)} />
      <Button type="submit" size="md" aria-disabled={prepare.isPending || undefined}>
        Continue
      </Button>
      <LiveRegion>{prepare.isError && !isOverdrawn(prepare.error) && <Failure error={prepare.error} />}</LiveRegion>
    </form>
  )
}

type TransferFormProps = {
  initially?: TransferRequest
  onPrepared: (wish: TransferRequest, prepared: PreparedTransfer) => void
}

function parseTransfer({ name, payee, amount, reference }: FieldValues): TransferRequest | undefined {
  const cents = parseCents(amount)
  const complete = cents && name.trim() && /^\d{8}$/.test(payee)
  return complete ? { name: name.trim(), payee, cents, reference: reference.trim() } : undefined
}

function Payees({ chosen, onChoose }: { chosen: string; onChoose: (chosen: (typeof payees)[number]) => void }) {
  return (
    <fieldset className={styles.choices}>
      <legend>Recent payees</legend>
      {payees.map((known) => (
        <button
          key={known.payee}
          type="button"
          className={styles.choice}
          aria-pressed={known.payee === chosen}
          onClick={() => onChoose(known)}
        >
          {known.name}
        </button>
      ))}
    </fieldset>
  )
}

/** Shown at the amount, which is what the customer can change. */
const isOverdrawn = (error: Error | null) => error instanceof ApiError && error.msgCode === 'not_covered'

type FieldsProps = {
  texts: FieldValues
  onChange: (texts: FieldValues) => void
  checked: boolean
  isCovered: boolean
}

function Fields({ texts, onChange, checked, isCovered }: FieldsProps) {
  const shared = { size: 'md', autoComplete: 'off' } as const
  const field = (name: keyof FieldValues) => ({
    ...shared,
    value: texts[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...texts, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput
        {...field('name')}
        label="Payee"
        maxLength={100}
        error={checked && !texts.name.trim() && 'Enter the payee.'}
      />
      <TextInput
        {...field('payee')}
        label="Account number"
        inputMode="numeric"
        maxLength={8}
        error={checked && !/^\d{8}$/.test(texts.payee) && 'Enter the eight digits.'}
      />
      <TextInput
        {...field('amount')}
        label="Amount in euros"
        inputMode="decimal"
        error={findAmountError(texts.amount, { checked, isCovered })}
      />
      <TextInput {...field('reference')} label="Reference (optional)" maxLength={140} />
    </>
  )
}

function findAmountError(amount: string, { checked, isCovered }: { checked: boolean; isCovered: boolean }) {
  if (checked && !parseCents(amount)) return 'Enter an amount such as 25.00.'
  return isCovered ? undefined : 'There isn’t enough money in your account.'
}
