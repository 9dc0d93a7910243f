import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { FailurePage } from '../problem/FailurePage.tsx'
import { Waiting } from './Waiting.tsx'

/** A page whose code loads when it is shown. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  return function Lazy() {
    const { texts } = usePage()
    const [Loaded, setLoaded] = useState<ComponentType>()
    const [error, setError] = useState<unknown>()
    useEffect(() => void load().then((component) => setLoaded(() => component), setError), [])
    if (error) return <FailurePage texts={texts} error={error} isExpired={false} />
    return Loaded ? <Loaded /> : <Waiting />
  }
}
