package io.github.thumbturn.server;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;

/** Signatures of tokens (RFC 7518 §3). */
final class Signatures {
    private static final int NUMBER_BYTES = 32;

    private Signatures() {}

    /** Whether the key, which must be one for this algorithm, signed the token. */
    static boolean isSignedBy(PublicKey key, Jws token) {
        return switch (token.alg()) {
            case "ES256" ->
                key instanceof ECPublicKey
                        && isInRange(token.signature())
                        && verify("SHA256withECDSAinP1363Format", key, token);
            case "RS256" -> key instanceof RSAPublicKey && verify("SHA256withRSA", key, token);
            default -> false;
        };
    }

    /** Java 17 before 17.0.3 accepts numbers outside of the range, such as zero, for any text (CVE-2022-21449). */
    private static boolean isInRange(byte[] signature) {
        if (signature.length != 2 * NUMBER_BYTES) return false;
        BigInteger r = new BigInteger(1, Arrays.copyOf(signature, NUMBER_BYTES));
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, NUMBER_BYTES, 2 * NUMBER_BYTES));
        BigInteger order = KeySet.P256.getOrder();
        return r.signum() > 0 && s.signum() > 0 && r.compareTo(order) < 0 && s.compareTo(order) < 0;
    }

    private static boolean verify(String algorithm, PublicKey key, Jws token) {
        try {
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(key);
            verifier.update(token.signed());
            return verifier.verify(token.signature());
        } catch (SignatureException | InvalidKeyException error) {
            return false;
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("This Java runtime lacks " + algorithm, error);
        }
    }

    /** Signs with ES256. */
    static byte[] sign(PrivateKey key, byte[] text) throws GeneralSecurityException {
        Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
        signer.initSign(key);
        signer.update(text);
        return signer.sign();
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("Every Java runtime has SHA-256", error);
        }
    }

    /** Compares in constant time for any lengths. */
    static boolean isEqual(String one, String other) {
        return one != null && other != null && MessageDigest.isEqual(sha256(one), sha256(other));
    }
}
