/** Joins the class names that apply. */
export const clsx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
