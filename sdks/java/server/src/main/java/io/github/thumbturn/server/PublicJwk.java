package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Reads public keys (RFC 7518 §6, RFC 8037 §2). */
final class PublicJwk {
    static final ECParameterSpec P256 = curve("secp256r1");
    static final ECParameterSpec P384 = curve("secp384r1");

    private static final int MIN_RSA_BITS = 2048;
    /** SubjectPublicKeyInfo before the 32 bytes of a key (RFC 8410 §4). */
    private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ED25519_BYTES = 32;

    private PublicJwk() {}

    private static ECParameterSpec curve(String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("This Java runtime has no " + name, error);
        }
    }

    /** Null if this isn't a public key of a known type. */
    static PublicKey parse(JsonNode key) {
        try {
            return switch (key.path("kty").asText() + " " + key.path("crv").asText()) {
                case "EC P-256" -> parsePoint(key, P256);
                case "EC P-384" -> parsePoint(key, P384);
                case "OKP Ed25519" -> parseEd25519(key);
                case "RSA " -> parseRsa(key);
                default -> null;
            };
        } catch (GeneralSecurityException | IllegalArgumentException error) {
            return null;
        }
    }

    private static ECPublicKey parsePoint(JsonNode key, ECParameterSpec curve) throws GeneralSecurityException {
        ECPoint point = new ECPoint(numberOf(key, "x"), numberOf(key, "y"));
        if (!isOnCurve(point, curve.getCurve())) return null;
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
    }

    /** Java doesn't check this (SEC 1 §3.2.2). */
    private static boolean isOnCurve(ECPoint point, EllipticCurve curve) {
        BigInteger p = ((ECFieldFp) curve.getField()).getP();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0) return false;
        BigInteger right = x.pow(3).add(curve.getA().multiply(x)).add(curve.getB());
        return y.pow(2).subtract(right).mod(p).signum() == 0;
    }

    private static PublicKey parseEd25519(JsonNode key) throws GeneralSecurityException {
        byte[] x = decode(key, "x");
        if (x.length != ED25519_BYTES) return null;
        byte[] encoded = Arrays.copyOf(ED25519_HEAD, ED25519_HEAD.length + x.length);
        System.arraycopy(x, 0, encoded, ED25519_HEAD.length, x.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static PublicKey parseRsa(JsonNode key) throws GeneralSecurityException {
        BigInteger modulus = numberOf(key, "n");
        if (modulus.bitLength() < MIN_RSA_BITS) return null;
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, numberOf(key, "e")));
    }

    static BigInteger numberOf(JsonNode key, String name) {
        return new BigInteger(1, decode(key, name));
    }

    private static byte[] decode(JsonNode key, String name) {
        return Base64.getUrlDecoder().decode(key.path(name).asText());
    }
}
