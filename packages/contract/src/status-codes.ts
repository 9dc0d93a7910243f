/** The msgCode of each status that the upstream list of codes doesn't cover, the same in every API. */
export const statusCodes = {
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'header_too_large',
  503: 'service_unavailable',
} as const

export type StatusCode = (typeof statusCodes)[keyof typeof statusCodes]
