package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The public key in a DPoP proof. */
record ProofKey(PublicKey key, String thumbprint) {
    /** Asymmetric algorithms that every runtime of ours can verify (RFC 9449 §11.6). */
    static final List<String> ALGORITHMS = List.of("ES256", "ES384", "RS256", "PS256", "EdDSA");

    /** Null unless this is a public key for these algorithms. */
    static ProofKey parse(JsonNode jwk) {
        if (jwk == null || !jwk.isObject() || jwk.has("d")) return null;
        PublicKey key = PublicJwk.parse(jwk);
        return key == null ? null : new ProofKey(key, toThumbprint(jwk));
    }

    /** SHA-256 over the required fields in the order of their names (RFC 7638 §3). */
    private static String toThumbprint(JsonNode jwk) {
        List<String> names =
                switch (jwk.get("kty").asText()) {
                    case "EC" -> List.of("crv", "kty", "x", "y");
                    case "OKP" -> List.of("crv", "kty", "x");
                    default -> List.of("e", "kty", "n");
                };
        String fields = names.stream()
                .map(name -> "\"" + name + "\":" + Json.writeText(jwk.get(name).asText()))
                .collect(Collectors.joining(",", "{", "}"));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Signatures.sha256(fields));
    }
}
