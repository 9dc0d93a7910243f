import { OperatorError } from '../../core/errors.ts'
/** A service outside of the installation that keeps the key which the master key is encrypted under. */
export type KeyService = {
  /**
   * The bytes that were encrypted.
   * @throws MasterKeyUnavailable
   */
  decrypt(ciphertext: string): Promise<Buffer>
}

/** Says where the master key should have come from and what failed, but nothing of a key, a token, or an output. */
export class MasterKeyUnavailable extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super('master_key_unavailable', message, options)
  }
}
