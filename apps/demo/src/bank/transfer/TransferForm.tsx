import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { LiveRegion } from '../../ui/Notice.tsx'
import { parseCents } from '../accounts/money.ts'
import { Failure } from '../failures/Failure.tsx'
import styles from '../shell/Form.module.css'
import { type PreparedTransfer, type TransferRequest, usePreparation } from './transfers.ts'

/** Payees of the demo. */
const payees = [
  { name: 'Grace Hopper', payee: '55120094' },
  { name: 'Heron Foods', payee: '71402286' },
  { name: 'Tideline Energy', payee: '30958817' },
]

type FieldValues = { name: string; payee: string; amount: string; reference: string }

const empty: FieldValues = { ...payees[0]!, amount: '', reference: '' }
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wish && !prepare.isPending) prepare.mutate(wish, { onSuccess: (prepared) => onPrepared(wish, prepared) })
  }
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Payees chosen={texts.payee} onChoose={(chosen) => setTexts({ ...texts, ...chosen })} />
      <Fields texts={texts} onChange={setTexts} checked={checked} />
      <Button type="submit" size="md" aria-disabled={prepare.isPending || undefined}>
        Continue
      </Button>
      <LiveRegion>{prepare.isError && <Failure error={prepare.error} />}</LiveRegion>
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
      <legend>Suggested payees</legend>
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

type FieldsProps = { texts: FieldValues; onChange: (texts: FieldValues) => void; checked: boolean }

function Fields({ texts, onChange, checked }: FieldsProps) {
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
        error={checked && !texts.name.trim() && 'Who gets it?'}
      />
      <TextInput
        {...field('payee')}
        label="Account number"
        inputMode="numeric"
        maxLength={8}
        error={checked && !/^\d{8}$/.test(texts.payee) && 'Eight digits.'}
      />
      <TextInput
        {...field('amount')}
        label="Amount in euros"
        inputMode="decimal"
        error={checked && !parseCents(texts.amount) && 'An amount such as 25.00.'}
      />
      <TextInput {...field('reference')} label="Reference (optional)" maxLength={140} />
    </>
  )
}
