package io.github.thumbturn.server;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;

/** Signatures of tokens and proofs (RFC 7518 §3, RFC 8037 §3.1). */
final class Signatures {
    /** Salt as long as the hash (RFC 7518 §3.5). */
    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);

    private Signatures() {}

    /** Whether this is a key for the algorithm, which is one of those below. */
    static boolean isForAlgorithm(PublicKey key, String alg) {
        return switch (alg) {
            case "ES256" -> isOnCurve(key, PublicJwk.P256);
            case "ES384" -> isOnCurve(key, PublicJwk.P384);
            case "RS256", "PS256" -> key instanceof RSAPublicKey;
            case "EdDSA" -> key instanceof EdECPublicKey;
            default -> false;
        };
    }

    private static boolean isOnCurve(PublicKey key, ECParameterSpec curve) {
        return key instanceof ECPublicKey ec && ec.getParams().getCurve().equals(curve.getCurve());
    }

    /** Whether the key, which must be one for this algorithm, signed the token. */
    static boolean isSignedBy(PublicKey key, Jws token) {
        if (!isForAlgorithm(key, token.alg())) return false;
        return switch (token.alg()) {
            case "ES256" ->
                isInRange(token.signature(), PublicJwk.P256) && verify("SHA256withECDSAinP1363Format", key, token);
            case "ES384" ->
                isInRange(token.signature(), PublicJwk.P384) && verify("SHA384withECDSAinP1363Format", key, token);
            case "RS256" -> verify("SHA256withRSA", key, token);
            case "PS256" -> verify("RSASSA-PSS", key, token);
            default -> verify("Ed25519", key, token);
        };
    }

    /** Java 17 before 17.0.3 accepts numbers outside of the range, such as zero, for any text (CVE-2022-21449). */
    private static boolean isInRange(byte[] signature, ECParameterSpec curve) {
        BigInteger order = curve.getOrder();
        int bytes = order.bitLength() / 8;
        if (signature.length != 2 * bytes) return false;
        BigInteger r = new BigInteger(1, Arrays.copyOf(signature, bytes));
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, bytes, 2 * bytes));
        return r.signum() > 0 && s.signum() > 0 && r.compareTo(order) < 0 && s.compareTo(order) < 0;
    }

    private static boolean verify(String algorithm, PublicKey key, Jws token) {
        try {
            Signature verifier = Signature.getInstance(algorithm);
            if (algorithm.equals("RSASSA-PSS")) verifier.setParameter(PSS);
            verifier.initVerify(key);
            verifier.update(token.signed());
            return verifier.verify(token.signature());
        } catch (SignatureException | InvalidKeyException error) {
            return false;
        } catch (NoSuchAlgorithmException | InvalidAlgorithmParameterException error) {
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
