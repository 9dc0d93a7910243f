package io.github.thumbturn.server.model;

import java.time.Instant;

/**
 * A signed transaction.
 *
 * @param txId ID of the transaction
 * @param userId who signed it
 * @param username the user's name then
 * @param txType type of the transaction
 * @param txPayload the text that was confirmed
 * @param nonce your nonce
 * @param lNonce the nonce of the service
 * @param txHash base64url of SHA-256 over payload, nonce, and lNonce
 * @param passkeyId the passkey that signed it
 * @param createdAt when it was signed
 * @param confirmedBy {@code payment} if the browser showed payee and amount; otherwise null
 */
public record Transaction(
        String txId,
        String userId,
        String username,
        String txType,
        String txPayload,
        String nonce,
        String lNonce,
        String txHash,
        String passkeyId,
        Instant createdAt,
        String confirmedBy) {}
