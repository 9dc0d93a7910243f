package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.Map;

/** Public keys of an application by their kid: P-256 for ES256, and RSA for RS256. */
record KeySet(Map<String, PublicKey> keys) {
    /** Skips keys that verify no tokens. */
    static KeySet parse(JsonNode body, String url) {
        JsonNode list = body == null ? null : body.get("keys");
        if (list == null || !list.isArray()) throw notAKeySet(url);
        Map<String, PublicKey> keys = new HashMap<>();
        for (JsonNode one : list) {
            if (!one.isObject()) throw notAKeySet(url);
            PublicKey key = isForSignatures(one) ? PublicJwk.parse(one) : null;
            if (key != null) keys.put(one.path("kid").asText(), key);
        }
        return new KeySet(Map.copyOf(keys));
    }

    private static ThumbturnException notAKeySet(String url) {
        return new ThumbturnException(ErrorCode.WRONG_BASE_URL, url + " is not a key set: check baseUrl");
    }

    /** The fields `use` and `alg` are optional (RFC 7517 §4). */
    private static boolean isForSignatures(JsonNode key) {
        String usual = key.path("kty").asText().equals("RSA") ? "RS256" : "ES256";
        boolean isKnown = usual.equals("RS256") || key.path("crv").asText().equals("P-256");
        return isKnown
                && key.path("use").asText("sig").equals("sig")
                && key.path("alg").asText(usual).equals(usual);
    }

    /** Null if there is no such key for the algorithm. */
    PublicKey find(String kid, String alg) {
        PublicKey key = keys.get(kid);
        return key != null && Signatures.isForAlgorithm(key, alg) ? key : null;
    }
}
