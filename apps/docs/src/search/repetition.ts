/** The text of a page, which starts with its description, without the description if the lead continues it word for word. */
export function dropRepetition(text: string, description: string): string {
  const lead = text.slice(description.length + 1)
  const isRepeated =
    description !== '' && text.startsWith(`${description} `) && lead.startsWith(description.replace(/\.$/, ''))
  return isRepeated ? lead : text
}
