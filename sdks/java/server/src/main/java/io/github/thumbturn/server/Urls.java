package io.github.thumbturn.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads and builds addresses. */
final class Urls {
    private static final Pattern PATH_OF_APPLICATION = Pattern.compile("(.*)/apps/([^/]+)");

    private Urls() {}

    /** The address of a service or an application; appId can be null. */
    static Settings.Address parse(String baseUrl, String appId) {
        String address = normalize(baseUrl);
        Matcher found = PATH_OF_APPLICATION.matcher(address);
        if (!found.matches()) return new Settings.Address(address, requireAppId(appId));
        String inPath = found.group(2);
        if (appId != null && !appId.isEmpty() && !appId.equals(inPath))
            throw ThumbturnException.invalidOptions(
                    "baseUrl names the application %s, appId %s: pass one of them".formatted(inPath, appId));
        return new Settings.Address(found.group(1), inPath);
    }

    private static String requireAppId(String appId) {
        if (appId != null && !appId.isEmpty()) return appId;
        throw ThumbturnException.invalidOptions("appId is missing: pass it, or a baseUrl that ends with /apps/<id>");
    }

    /** The form in which the service names itself, without a slash at the end. */
    private static String normalize(String baseUrl) {
        URI uri = parseHttp(baseUrl);
        if (uri == null || uri.getRawQuery() != null || uri.getRawFragment() != null)
            throw ThumbturnException.invalidOptions(
                    "baseUrl must be like http://localhost:4300, not \"" + baseUrl + "\"");
        return originOf(uri) + withoutSlash(uri.getRawPath());
    }

    /** Null if this isn't an absolute address of HTTP without credentials. */
    static URI parseHttp(String text) {
        try {
            URI uri = new URI(text == null ? "" : text);
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return isHttp && uri.getHost() != null && uri.getRawUserInfo() == null ? uri : null;
        } catch (URISyntaxException error) {
            return null;
        }
    }

    /** Scheme, host, and port, unless it is the port of the scheme (RFC 6454 §6.1). */
    static String originOf(URI uri) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? 443 : 80;
        String port = uri.getPort() == -1 || uri.getPort() == usual ? "" : ":" + uri.getPort();
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port;
    }

    /** In the usual form (RFC 3986 §6.2.2, §6.2.3). */
    static String withoutQuery(URI uri) {
        String path = uri.normalize().getRawPath();
        return originOf(uri) + (path.isEmpty() ? "/" : path);
    }

    static String withoutSlash(String address) {
        int end = address.length();
        while (end > 0 && address.charAt(end - 1) == '/') end--;
        return address.substring(0, end);
    }

    static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    /** Replaces the placeholders of a path. Empty segments and dots would change the path. */
    static String fillPath(String path, Map<String, String> params) {
        return PLACEHOLDER.matcher(path).replaceAll(found -> {
            String value = params.get(found.group(1));
            if (value == null || value.isEmpty() || value.equals(".") || value.equals(".."))
                throw new ThumbturnException(
                        ErrorCode.INVALID_REQUEST, "%s must be an ID, not \"%s\"".formatted(found.group(1), value));
            return Matcher.quoteReplacement(encode(value));
        });
    }

    /** Leaves out values that are null or empty. */
    static String toQueryString(Map<String, String> query) {
        String text = query.entrySet().stream()
                .filter(entry -> entry.getValue() != null && !entry.getValue().isEmpty())
                .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        return text.isEmpty() ? "" : "?" + text;
    }
}
