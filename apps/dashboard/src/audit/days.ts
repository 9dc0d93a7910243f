/** The beginning of a day of the browser's time zone, or of the one that is `later` days later; empty for the empty text. */
export function startOfDay(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number)
  return date === undefined ? '' : new Date(year!, month! - 1, date + later).toISOString()
}

/** The day of a moment in the browser's time zone, or of the one that is `later` days later, as date fields have it. */
export function toLocalDay(at: string | undefined, later = 0): string {
  if (at === undefined) return ''
  const day = new Date(at)
  day.setDate(day.getDate() + later)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
