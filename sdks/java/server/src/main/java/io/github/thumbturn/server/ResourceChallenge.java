package io.github.thumbturn.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Responses to requests that aren't admitted (RFC 6750 §3, RFC 9728 §5.1). The exact reason is for the log only. */
final class ResourceChallenge {
    private ResourceChallenge() {}

    static ResourceResponse of(ThumbturnException error, String metadataUrl, Set<String> scopes) {
        // The service is unreachable, or this server is misconfigured: the token may still be valid.
        if (!error.isTokenRejected()) return createOutage(error.retryAfter().orElse(Duration.ofSeconds(5)));
        Map<String, String> problem = describe(error.code());
        boolean isProof = "invalid_dpop_proof".equals(problem.get("error"));
        Map<String, String> parameters = new LinkedHashMap<>();
        if (error.code() != ErrorCode.TOKEN_MISSING) parameters.putAll(problem);
        parameters.put("resource_metadata", metadataUrl);
        if (!scopes.isEmpty()) parameters.put("scope", String.join(" ", scopes));
        if (isProof) parameters.put("algs", String.join(" ", ProofKey.ALGORITHMS));
        String list = parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=\"" + entry.getValue() + "\"")
                .collect(Collectors.joining(", "));
        int status = error.code() == ErrorCode.TOKEN_MISSING_SCOPE ? 403 : 401;
        return respond(status, Map.entry("WWW-Authenticate", (isProof ? "DPoP " : "Bearer ") + list), problem);
    }

    private static Map<String, String> describe(ErrorCode code) {
        return switch (code) {
            case TOKEN_MISSING -> problem("unauthorized", "This resource needs an access token");
            case TOKEN_MISSING_SCOPE ->
                problem("insufficient_scope", "The access token lacks a scope that this request needs");
            case TOKEN_WITHOUT_PROOF, TOKEN_WRONG_PROOF ->
                problem(
                        "invalid_dpop_proof",
                        "The access token is bound to a key, and the DPoP proof for this request is missing or not valid");
            default -> problem("invalid_token", "The access token is not valid here, or it has expired");
        };
    }

    private static ResourceResponse createOutage(Duration retryAfter) {
        return respond(
                503,
                Map.entry("Retry-After", Long.toString(retryAfter.toSeconds())),
                problem("temporarily_unavailable", "Access tokens cannot be verified right now: try again"));
    }

    private static Map<String, String> problem(String error, String description) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("error", error);
        fields.put("error_description", description);
        return fields;
    }

    private static ResourceResponse respond(int status, Map.Entry<String, String> header, Map<String, String> body) {
        Map<String, String> headers = Map.of(
                "Content-Type", "application/json", "Cache-Control", "no-store", header.getKey(), header.getValue());
        return new ResourceResponse(status, headers, Json.writeText(body));
    }
}
