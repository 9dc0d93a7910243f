import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EventType } from '../common/events/EventType.tsx'
import { filterTexts } from '../common/events/filters.ts'
import { SearchList } from './SearchList.tsx'
import { findTypes } from './types.ts'
import type { ValueProps } from './value-props.ts'

/** Finds a type by its name or description. */
export function TypeFilter(props: ValueProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const choices = findTypes(text).map(({ value, summary }) => ({
    value,
    title: <EventType type={value} />,
    note: summary,
  }))
  return (
    <SearchList
      {...props}
      label={filterTexts.type.placeholder}
      listLabel={t`Types`}
      text={text}
      onText={setText}
      choices={choices}
      empty={t`No type matches`}
    />
  )
}
