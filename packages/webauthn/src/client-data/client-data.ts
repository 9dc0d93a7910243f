/** The client data fields that the procedures use; their JSON types are not yet checked. */
export type ClientData = {
  type?: unknown
  challenge?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
  tokenBinding?: unknown
  /** of Secure Payment Confirmation */
  payment?: unknown
}
