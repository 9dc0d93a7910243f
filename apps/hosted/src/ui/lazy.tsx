import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Waiting } from './Waiting.tsx'

/** A component whose code loads when it is shown. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  return function Lazy() {
    const [Loaded, setLoaded] = useState<ComponentType>()
    useEffect(() => void load().then((component) => setLoaded(() => component)), [])
    return Loaded ? <Loaded /> : <Waiting />
  }
}
