package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Clock;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/** Verifies DPoP proofs (RFC 9449 §4.3), each of which one process accepts once. */
final class ProofVerifier {
    /** Seconds by which the proof's time can differ from ours: proofs come from users' devices. */
    private static final int WINDOW = 300;
    /** Enough for the key and the signature of RSA with 4,096 bits. */
    private static final int MAX_LENGTH = 4_096;
    /** When more proofs than this are remembered, the oldest are forgotten early. */
    private static final int MAX_REMEMBERED = 100_000;

    private static final Pattern TYPE = Pattern.compile("(application/)?dpop\\+jwt", Pattern.CASE_INSENSITIVE);
    private static final Pattern ID = Pattern.compile("[!-~]{1,256}");

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    /** When each ID expires, in seconds since 1970, in the order of their arrival. */
    private final Map<String, Double> remembered = new LinkedHashMap<>();

    ProofVerifier(Clock clock) {
        this.clock = clock;
    }

    /** A request with a token that is bound to a key. The URL is that of the resource as clients know it. */
    record BoundRequest(String proof, String method, String url, String token, String thumbprint) {}

    void accept(BoundRequest request) {
        if (request.proof() == null || request.proof().isEmpty())
            throw new ThumbturnException(
                    ErrorCode.TOKEN_WITHOUT_PROOF, "The token is bound to a key: send a DPoP proof with each request");
        if (request.proof().length() > MAX_LENGTH) throw wrong("it has more than " + MAX_LENGTH + " characters");
        JsonNode claims = verifySignature(request);
        requireRequest(claims, request);
        double issued = requireRecent(claims);
        if (!spend(request.thumbprint() + " " + claims.get("jti").textValue(), issued + WINDOW))
            throw wrong("it was used before");
    }

    private static ThumbturnException wrong(String reason) {
        return new ThumbturnException(ErrorCode.TOKEN_WRONG_PROOF, "The DPoP proof is not valid: " + reason);
    }

    private static JsonNode verifySignature(BoundRequest request) {
        Jws proof = Jws.split(request.proof(), MAX_LENGTH);
        ProofKey key = proof == null ? null : ProofKey.parse(proof.header().get("jwk"));
        boolean isProof = key != null
                && TYPE.matcher(proof.header().path("typ").asText()).matches()
                && ProofKey.ALGORITHMS.contains(proof.alg())
                && Signatures.isSignedBy(key.key(), proof);
        if (!isProof) throw wrong("its form, key, or signature is wrong");
        if (!key.thumbprint().equals(request.thumbprint())) throw wrong("the token is bound to another key");
        return proof.claims();
    }

    private static void requireRequest(JsonNode claims, BoundRequest request) {
        String id = claims.path("jti").textValue();
        if (id == null || !ID.matcher(id).matches()) throw wrong("jti is not an ID");
        if (!request.method().equals(claims.path("htm").textValue())) throw wrong("htm is not " + request.method());
        URI given = Urls.parseHttp(claims.path("htu").textValue());
        if (given == null || !Urls.withoutQuery(given).equals(request.url()))
            throw wrong("htu is not " + request.url());
        String hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Signatures.sha256(request.token()));
        if (!Signatures.isEqual(hash, claims.path("ath").textValue())) throw wrong("ath is not the hash of the token");
    }

    /** Returns the time of the proof. */
    private double requireRecent(JsonNode claims) {
        double now = clock.millis() / 1000.0;
        double issued = readTime(claims, "iat", Double.NaN);
        if (!(Math.abs(now - issued) <= WINDOW))
            throw wrong("iat differs from this machine's clock by more than " + WINDOW + " s");
        if (!(readTime(claims, "exp", now) > now - WINDOW)) throw wrong("it has expired");
        if (!(readTime(claims, "nbf", now) <= now + WINDOW)) throw wrong("it is not valid yet");
        return issued;
    }

    /** In seconds since 1970; NaN, which no comparison accepts, if it isn't a number. */
    private static double readTime(JsonNode claims, String name, double missing) {
        if (!claims.has(name)) return missing;
        return claims.get(name).isNumber() ? claims.get(name).doubleValue() : Double.NaN;
    }

    /** Whether an ID is new, which is remembered until it expires. */
    private boolean spend(String id, double expiresAt) {
        double now = clock.millis() / 1000.0;
        lock.lock();
        try {
            Iterator<Double> ends = remembered.values().iterator();
            while (ends.hasNext() && (ends.next() <= now || remembered.size() >= MAX_REMEMBERED)) ends.remove();
            if (remembered.getOrDefault(id, 0.0) > now) return false;
            remembered.put(id, expiresAt);
            return true;
        } finally {
            lock.unlock();
        }
    }
}
