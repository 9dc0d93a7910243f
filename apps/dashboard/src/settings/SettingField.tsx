import type { ReactNode } from 'react'
import { DocsLink } from '../common/docs/DocsLink.tsx'
import { FieldControl } from '../common/fields/controls.tsx'
import { FieldRow, findLayout, type Layout } from '../common/fields/FieldRow.tsx'
import { InlineCode } from '../ui/InlineCode.tsx'
import type { ControlProps } from './control-props.ts'
import { isSame } from './draft.ts'
import type { FieldName } from './field-texts.ts'
import { ResetButton } from './ResetButton.tsx'
import { defaultFor, findField, findProblem, isSetting, toggleChoice } from './schema.ts'
import { findSpecialControl } from './special-controls.tsx'
import { findTexts } from './texts.ts'
import { explainChoice, formatUnit, isEmpty, nameChoice } from './words.ts'

type Props = Pick<ControlProps, 'name' | 'value' | 'onChange' | 'disabled'> & {
  /** Whether the value differs from what is saved. */
  isChanged: boolean
  /** The damage that the change would do. */
  warning?: ReactNode
}

/** A field of the page with everything that is said about it. */
export function SettingField({ warning, isChanged, ...control }: Props) {
  const { name, value, disabled, onChange } = control
  const { label, help, docs, choices = {}, whenEmpty } = findTexts(name)
  const isExplained = Object.values(choices).some((choice) => choice.help !== undefined)
  return (
    <FieldRow
      id={name}
      label={label}
      description={<InlineCode text={help} />}
      layout={layouts[name] ?? findLayout(findField(name), isExplained)}
      problem={findProblem(name, value)}
      isChanged={isChanged}
      note={warning || (isEmpty(value) && whenEmpty)}
      actions={
        <>
          <DocsLink page={docs} about={label} />
          {isSetting(name) && !isSame(value, defaultFor(name)) && (
            <ResetButton name={name} disabled={disabled} onChange={onChange} />
          )}
        </>
      }
    >
      {(described) => <SettingControl {...control} described={described} />}
    </FieldRow>
  )
}

/** Texts that don't fit into a line. */
const layouts: Partial<Record<FieldName, Layout>> = { mfaPolicy: 'below', hostedText: 'below' }

function SettingControl(props: ControlProps) {
  const { name } = props
  const Special = findSpecialControl(name)
  if (Special) return <Special {...props} />
  return (
    <FieldControl
      {...props}
      field={findField(name)}
      label={findTexts(name).label}
      nameChoice={(choice) => nameChoice(name, choice)}
      explainChoice={(choice) => explainChoice(name, choice)}
      explainNumber={(value) => formatUnit(name, value)}
      toggle={(chosen, choice) => toggleChoice(name, chosen, choice)}
    />
  )
}
