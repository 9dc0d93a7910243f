/** What exactly failed, if status and msgCode leave it open: values of the optional `reason` of an error. */
export const errorReasons = ['unknown_application', 'unknown_path', 'invalid_api_key', 'invalid_code'] as const

export type ErrorReason = (typeof errorReasons)[number]
