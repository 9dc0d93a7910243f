import { useEffect, useState } from 'react'

/** A hook for a part of the page that is loaded for the first block that needs it; undefined until it is there. */
export function createLazyHook<Module>(load: () => Promise<Module>): (isNeeded?: boolean) => Module | undefined {
  let loaded: Module | undefined
  return function useLazy(isNeeded = true) {
    const [module, setModule] = useState(loaded)
    useEffect(() => {
      if (module || !isNeeded) return
      let isMounted = true
      void load().then((one) => {
        loaded = one
        if (isMounted) setModule(one)
      })
      return () => {
        isMounted = false
      }
    }, [module, isNeeded])
    return module
  }
}

/** The highlighter of the theme's blocks, with every language. */
export const useHighlighter = createLazyHook(() => import('./highlighter.ts'))
