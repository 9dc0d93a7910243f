/**
 * Content security policy of demo and dashboard: everything from the service itself, no inline script or style, and no
 * text that becomes markup or code (Trusted Types; `'none'` also rules out policies that would allow it).
 */
export const contentPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]
