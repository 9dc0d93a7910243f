const sampleUrl = 'http://localhost:4300/apps/demo'

/** The code of a sample with the address of another application in place of the one that the documentation shows. */
export const fillAddress = (code: string, address: string): string => code.replaceAll(sampleUrl, address).trim()

/** The lines between `#region <name>` and `#endregion`. @throws RangeError there is no such region */
export function extractRegion(text: string, name: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.includes(`#region ${name}`))
  const end = lines.findIndex((line, index) => index > start && line.includes('#endregion'))
  if (start < 0 || end < 0) throw new RangeError(`There is no region ${name}`)
  return lines.slice(start + 1, end).join('\n')
}
