import { useEffect, useState } from 'react'

/** The height that the header and the list of sections cover, in pixels. */
const covered = 140

/** The section that is read now: the last one that begins above the fold of the header, or the last one of all at the end. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [shown, setShown] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const find = () => setShown(findSection(key.split(' ')))
    find()
    addEventListener('scroll', find, { passive: true })
    return () => removeEventListener('scroll', find)
  }, [key])
  return shown
}

function findSection(ids: readonly string[]): string | undefined {
  const { scrollHeight } = document.documentElement
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2) return ids.at(-1)
  const begins = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  return ids.findLast((id) => begins(id) <= covered) ?? ids[0]
}
