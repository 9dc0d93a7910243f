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
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Public keys of an application by their kid: P-256 for ES256, and RSA for RS256. */
record KeySet(Map<String, PublicKey> keys) {
    static final ECParameterSpec P256 = curve("secp256r1");

    private static final int MIN_RSA_BITS = 2048;

    private static ECParameterSpec curve(String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("This Java runtime has no P-256", error);
        }
    }

    /** Skips keys that verify no tokens. */
    static KeySet parse(JsonNode body, String url) {
        JsonNode list = body == null ? null : body.get("keys");
        if (list == null || !list.isArray()) throw notAKeySet(url);
        Map<String, PublicKey> keys = new HashMap<>();
        for (JsonNode one : list) {
            if (!one.isObject()) throw notAKeySet(url);
            PublicKey key = isForSignatures(one) ? parseKey(one) : null;
            if (key != null) keys.put(one.path("kid").asText(), key);
        }
        return new KeySet(Map.copyOf(keys));
    }

    private static ThumbturnException notAKeySet(String url) {
        return new ThumbturnException(ErrorCode.WRONG_BASE_URL, url + " is not a key set: check baseUrl");
    }

    /** The fields `use` and `alg` are optional (RFC 7517 §4). */
    private static boolean isForSignatures(JsonNode key) {
        String usual = key.path("kty").asText().equals("EC") ? "ES256" : "RS256";
        return key.path("use").asText("sig").equals("sig")
                && key.path("alg").asText(usual).equals(usual);
    }

    /** Null if this isn't a public key of a known type. */
    static PublicKey parseKey(JsonNode key) {
        try {
            return switch (key.path("kty").asText()) {
                case "EC" -> parseP256(key);
                case "RSA" -> parseRsa(key);
                default -> null;
            };
        } catch (GeneralSecurityException | IllegalArgumentException error) {
            return null;
        }
    }

    private static ECPublicKey parseP256(JsonNode key) throws GeneralSecurityException {
        if (!key.path("crv").asText().equals("P-256")) return null;
        ECPoint point = new ECPoint(numberOf(key, "x"), numberOf(key, "y"));
        if (!isOnCurve(point, P256.getCurve())) return null;
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, P256));
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

    private static PublicKey parseRsa(JsonNode key) throws GeneralSecurityException {
        BigInteger modulus = numberOf(key, "n");
        if (modulus.bitLength() < MIN_RSA_BITS) return null;
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, numberOf(key, "e")));
    }

    static BigInteger numberOf(JsonNode key, String name) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(name).asText()));
    }
}
