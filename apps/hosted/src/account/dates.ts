import { usePage } from '../page.ts'

/** Writes a day as the language of the page does. */
export function useDates(): (time: string) => string {
  const { language } = usePage()
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return (time) => format.format(new Date(time))
}
