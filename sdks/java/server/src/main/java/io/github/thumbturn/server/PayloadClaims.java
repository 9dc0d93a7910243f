package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The payload signature of a multi-factor flow: the completed factors and the signed payload.
 *
 * @param issuer URL of the application
 * @param audience application ID
 * @param userId user ID
 * @param issuedAt when the token was issued
 * @param expiresAt when the token expires
 * @param tokenId token ID
 * @param rpId the relying party of the passkeys
 * @param tokenType always {@code mfaPayload}
 * @param factors the completed factors by their name: {@code passkey}, {@code otpEmail}, {@code otpSms}, {@code external},
 *     {@code deviceId}, or {@code trustId}
 * @param content the signed payload; null if there was none
 * @param signatures the passkeys' assertions over the payload
 */
public record PayloadClaims(
        @JsonProperty("iss") String issuer,
        @JsonProperty("aud") String audience,
        @JsonProperty("sub") String userId,
        @Seconds @JsonProperty("iat") Instant issuedAt,
        @Seconds @JsonProperty("exp") Instant expiresAt,
        @JsonProperty("jti") String tokenId,
        String rpId,
        String tokenType,
        @JsonProperty("authFactors") Map<String, Factor> factors,
        String content,
        @JsonProperty("contentSignatures") List<ContentSignature> signatures)
        implements Claims {
    /**
     * A completed factor of a flow.
     *
     * @param id identifies the factor, such as a passkey
     * @param value the factor's value, such as an email address
     */
    public record Factor(String id, @JsonProperty("val") String value) {}

    /**
     * A passkey's assertion over a payload; anyone with the public key can verify it.
     *
     * @param credentialId the passkey
     * @param publicKey its public key
     * @param clientDataJSON the client data, which contains the challenge
     * @param authenticatorData the data of the authenticator
     * @param signature the signature over both
     * @param txId ID of the transaction
     * @param txHash base64url of SHA-256 over payload, nonce, and lNonce
     * @param nonce the nonce of the transaction
     * @param lNonce the nonce of the service
     */
    public record ContentSignature(
            String credentialId,
            String publicKey,
            String clientDataJSON,
            String authenticatorData,
            String signature,
            String txId,
            String txHash,
            String nonce,
            String lNonce) {}
}
