package io.github.thumbturn.server;

import java.util.Base64;
import java.util.stream.Stream;

/** Compares what a passkey confirmed with what was expected. */
final class Confirmations {
    private Confirmations() {}

    /** An ID that is missing by mistake must not accept every user. */
    static String requireUserId(String userId) {
        if (userId != null && !userId.isEmpty()) return userId;
        throw ThumbturnException.invalidOptions(
                "userId is empty: pass the user who must have confirmed this, or leave out byUser");
    }

    /**
     * The hash covers the concatenation of payload, nonce, and lNonce, so it identifies the payload only if the nonce is equal, too.
     */
    static AccessClaims require(AccessClaims claims, ExpectedTransaction expected) {
        boolean isConfirmed = Stream.of(claims.txHash(), claims.nonce(), claims.lNonce())
                .noneMatch(claim -> claim == null || claim.isEmpty());
        if (!isConfirmed) throw missing("the token");
        requireUser(claims, expected.userId());
        if (!Signatures.isEqual(claims.nonce(), expected.nonce()))
            throw new ThumbturnException(
                    ErrorCode.TRANSACTION_WRONG_NONCE, "The token confirms another transaction: reject it");
        byte[] hash = Signatures.sha256(expected.payload() + claims.nonce() + claims.lNonce());
        String wanted = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        if (expected.payload() == null || !Signatures.isEqual(claims.txHash(), wanted)) throw wrongPayload();
        return claims;
    }

    static PayloadClaims require(PayloadClaims claims, ExpectedPayload expected) {
        if (claims.content() == null || claims.signatures().isEmpty()) throw missing("the payload signature");
        requireUser(claims, expected.userId());
        if (!Signatures.isEqual(claims.content(), expected.payload())) throw wrongPayload();
        return claims;
    }

    private static void requireUser(Claims claims, String userId) {
        if (userId == null || Signatures.isEqual(claims.userId(), userId)) return;
        throw new ThumbturnException(ErrorCode.TRANSACTION_WRONG_USER, "Another user confirmed this: reject it");
    }

    private static ThumbturnException missing(String name) {
        return new ThumbturnException(
                ErrorCode.TRANSACTION_MISSING,
                "No passkey signed anything for %s: send the token of the confirmation".formatted(name));
    }

    private static ThumbturnException wrongPayload() {
        return new ThumbturnException(
                ErrorCode.TRANSACTION_WRONG_PAYLOAD, "The user confirmed another text: reject it");
    }
}
