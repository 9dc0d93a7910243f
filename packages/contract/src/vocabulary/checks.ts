/** What the dashboard offers to fix a finding of the set-up check. */
export const checkFixes = ['openKeys'] as const

export type CheckFix = { kind: (typeof checkFixes)[number]; application: string }
