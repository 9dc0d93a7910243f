/**
 * The outcomes of a message that a member sends: a delivery service accepted it, the development outbox keeps it, or it
 * failed.
 */
export const deliveryOutcomes = ['sent', 'outbox', 'failed'] as const

export type DeliveryOutcome = (typeof deliveryOutcomes)[number]
