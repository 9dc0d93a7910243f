/** The offers of the dashboard to fix a finding of the set-up check. */
export const checkFixes = ['openKeys', 'openSettings', 'allowOrigin'] as const

/** `origin`: the one to allow. */
export type CheckFix = { kind: (typeof checkFixes)[number]; application: string; origin?: string }
