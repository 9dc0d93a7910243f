package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The public key in a DPoP proof. */
record ProofKey(PublicKey key, String thumbprint) {
    /** Algorithms of tokens, too, so that one implementation verifies both. */
    static final List<String> ALGORITHMS = List.of("ES256", "RS256");

    /** Null unless this is a public key for these algorithms. */
    static ProofKey parse(JsonNode jwk) {
        if (jwk == null || !jwk.isObject() || jwk.has("d")) return null;
        PublicKey key = KeySet.parseKey(jwk);
        return key == null ? null : new ProofKey(key, toThumbprint(jwk));
    }

    /** SHA-256 over the required fields in the order of their names (RFC 7638 §3). */
    private static String toThumbprint(JsonNode jwk) {
        List<String> names =
                jwk.get("kty").asText().equals("EC") ? List.of("crv", "kty", "x", "y") : List.of("e", "kty", "n");
        String fields = names.stream()
                .map(name -> "\"" + name + "\":" + Json.writeText(jwk.get(name).asText()))
                .collect(Collectors.joining(",", "{", "}"));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Signatures.sha256(fields));
    }
}
