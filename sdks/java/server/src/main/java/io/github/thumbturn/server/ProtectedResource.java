package io.github.thumbturn.server;

import io.github.thumbturn.server.ProofVerifier.BoundRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server, or a part of one, that only OpenID clients with an access token can call, such as an MCP server. Safe for concurrent use.
 */
public final class ProtectedResource {
    /** RFC 9110 §11.1: the scheme is case-insensitive. A token in the query isn't read (OAuth 2.1 §5.1.1). */
    private static final Pattern CREDENTIALS = Pattern.compile("(bearer|dpop) +([^ ]+) *", Pattern.CASE_INSENSITIVE);

    private static final String ALLOW = "GET, HEAD, OPTIONS";

    private final ResourceBuilder options;
    private final TokenVerifier verifier;
    private final ProofVerifier proofs;
    /** Null without the option. */
    private final Introspection introspection;

    private final String metadataPath;

    ProtectedResource(ResourceBuilder options) {
        this.options = options;
        Settings settings = options.toSettings();
        Connection connection = new Connection(settings);
        this.verifier = new TokenVerifier(settings, new KeyCache(settings, connection));
        this.introspection =
                options.introspection == null ? null : new Introspection(settings, options.introspection, connection);
        this.proofs = new ProofVerifier(settings.clock());
        // RFC 9728 §3.1: the well-known path is between host and path, of which a sole slash is left out.
        String path = options.uri.getRawPath();
        this.metadataPath = "/.well-known/oauth-protected-resource" + (path.equals("/") ? "" : path);
    }

    /**
     * Describes a resource.
     *
     * @param issuer the application's address, such as {@code https://id.example.com/apps/shop}
     * @param resource the address of this server as clients know it, such as {@code https://mcp.example.com/mcp}, and the audience of
     *     its tokens. It's never read from a request, whose Host header an attacker can choose
     * @return the options, with defaults
     * @throws ThumbturnException {@code invalid_options}
     */
    public static ResourceBuilder builder(String issuer, String resource) {
        return new ResourceBuilder(issuer, resource);
    }

    /**
     * The address of the document that clients read first, which {@code WWW-Authenticate} names.
     *
     * @return the URL
     */
    public String metadataUrl() {
        return Urls.originOf(options.uri) + metadataPath;
    }

    /**
     * The document by which clients learn how to get a token (RFC 9728 §2).
     *
     * @return its fields
     */
    public Map<String, Object> metadata() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("resource", options.resource);
        document.put("authorization_servers", List.of(options.issuer));
        if (!options.scopesSupported().isEmpty()) document.put("scopes_supported", options.scopesSupported());
        document.put("bearer_methods_supported", List.of("header"));
        document.put("dpop_signing_alg_values_supported", ProofKey.ALGORITHMS);
        if (options.name != null) document.put("resource_name", options.name);
        if (options.documentation != null) document.put("resource_documentation", options.documentation);
        return document;
    }

    /**
     * Responds to requests for the metadata, which pages of every origin can read.
     *
     * @param method the method of the request
     * @param path the path as the client requested it
     * @return the response; empty for a request with another path
     */
    public Optional<ResourceResponse> describe(String method, String path) {
        if (!ResourceRequest.toPathname(path).equals(metadataPath)) return Optional.empty();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Access-Control-Allow-Origin", "*");
        headers.put("Access-Control-Allow-Methods", ALLOW);
        headers.put("Access-Control-Allow-Headers", "*");
        headers.put("Access-Control-Max-Age", "86400");
        boolean isRead = method.equals("GET") || method.equals("HEAD");
        if (!isRead) {
            headers.put("Allow", ALLOW);
            return Optional.of(new ResourceResponse(method.equals("OPTIONS") ? 204 : 405, headers, ""));
        }
        headers.put("Content-Type", "application/json");
        headers.put("Cache-Control", "public, max-age=300");
        return Optional.of(new ResourceResponse(200, headers, Json.writeText(metadata())));
    }

    /**
     * Verifies the access token of a request.
     *
     * @param request the request
     * @param scopes scopes that the request needs besides those of the resource
     * @return what the token allows, or the response that rejects the request
     */
    public ResourceDecision admit(ResourceRequest request, String... scopes) {
        Set<String> needed = new LinkedHashSet<>(options.scopes);
        needed.addAll(List.of(scopes));
        try {
            return new ResourceDecision(verify(request, needed), null, null);
        } catch (ThumbturnException error) {
            return new ResourceDecision(null, ResourceChallenge.of(error, metadataUrl(), needed), error);
        }
    }

    private ResourceAccess verify(ResourceRequest request, Set<String> needed) {
        String header = request.authorization() == null ? "" : request.authorization();
        Matcher credentials = CREDENTIALS.matcher(header);
        String text = credentials.matches() ? credentials.group(2) : "";
        ResourceToken token = ResourceToken.verify(text, options.resource, verifier);
        boolean isDpop = credentials.group(1).toLowerCase(Locale.ROOT).equals("dpop");
        requireProof(request, token.thumbprint(), isDpop ? text : null);
        List<String> scopes = addImplied(token.scope());
        requireScopes(scopes, needed);
        if (introspection != null) introspection.requireActive(text, token.tokenId());
        return new ResourceAccess(
                token.clientId(), token.userId(), scopes, token.expiresAt(), token.tokenId(), token.contextClass());
    }

    /**
     * A token that is bound to a key works with a proof only, and a proof with such a token only (RFC 9449 §7.1, §7.2). The token is
     * null if it was sent as a bearer token.
     */
    private void requireProof(ResourceRequest request, String thumbprint, String dpopToken) {
        if (thumbprint == null && dpopToken == null) return;
        if (thumbprint == null)
            throw new ThumbturnException(
                    ErrorCode.TOKEN_WRONG_PROOF, "The token is not bound to a key: send it as Bearer");
        if (dpopToken == null)
            throw new ThumbturnException(
                    ErrorCode.TOKEN_WITHOUT_PROOF, "The token is bound to a key: send it as DPoP, with a proof");
        String url = Urls.originOf(options.uri) + ResourceRequest.toPathname(request.path());
        proofs.accept(new BoundRequest(request.dpop(), request.method(), url, dpopToken, thumbprint));
    }

    private List<String> addImplied(String scope) {
        Set<String> all = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(scope.split(" ")));
        for (int index = 0; index < open.size(); index++) {
            String name = open.get(index);
            if (!name.isEmpty() && all.add(name)) open.addAll(options.impliedScopes.getOrDefault(name, List.of()));
        }
        return List.copyOf(all);
    }

    private static void requireScopes(List<String> scopes, Set<String> needed) {
        List<String> missing =
                needed.stream().filter(scope -> !scopes.contains(scope)).toList();
        if (missing.isEmpty()) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_MISSING_SCOPE,
                "The token lacks %s: the client must ask for it, and the user must allow it"
                        .formatted(String.join(", ", missing)));
    }
}
