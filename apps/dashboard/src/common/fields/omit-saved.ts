/** The changes without those that were saved; others were made since. */
export function omitSaved<Changes extends object>(changes: Changes, saved: NoInfer<Partial<Changes>>): Changes {
  const values = new Map<string, unknown>(Object.entries(saved))
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => values.get(name) !== value)) as Changes
}
