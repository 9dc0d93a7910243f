import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'

/** Picks several of many. Its list closes after each, because it would cover the buttons of a dialog. */
export function MultiPicker({ onChange, ...props }: MultiSelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  function pick(values: string[]) {
    onChange?.(values)
    setIsOpen(false)
  }
  return (
    <MultiSelect
      {...props}
      searchable
      hidePickedOptions
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChange={pick}
    />
  )
}
