import { listBrandVariables } from '@thumbturn/contract/vocabulary/brand-colors.ts'
import type { OutputOf } from '../api/operations.ts'

export type HostedApplication = OutputOf<'requestShow'>['application']

/** Sets what the style sheet takes from a brand. */
export function applyBrand(brand: HostedApplication): void {
  for (const [name, value] of Object.entries(listBrandVariables(brand)))
    document.documentElement.style.setProperty(name, value)
}
