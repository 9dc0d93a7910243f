package io.github.thumbturn.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.thumbturn.server.model.Webhook;
import io.github.thumbturn.server.model.WebhookEvent;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies calls of a webhook connector (Standard Webhooks 1.0). */
public final class WebhookVerifier {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int MIN_SECRET_BYTES = 16;

    private final List<byte[]> secrets;
    private final Clock clock;

    private WebhookVerifier(List<byte[]> secrets, Clock clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * Creates a verifier.
     *
     * @param secrets the signing secrets ({@code whsec_…}): any of them may have signed
     * @return the verifier
     * @throws ThumbturnException {@code invalid_options}
     */
    public static WebhookVerifier create(String... secrets) {
        if (secrets == null || secrets.length == 0) throw notASecret();
        return new WebhookVerifier(
                Arrays.stream(secrets).map(WebhookVerifier::parseSecret).toList(), Clock.systemUTC());
    }

    /**
     * Replaces the machine's clock.
     *
     * @param replacement the clock
     * @return a verifier with the same secrets
     */
    public WebhookVerifier withClock(Clock replacement) {
        return new WebhookVerifier(secrets, Settings.requireClock(replacement));
    }

    private static byte[] parseSecret(String secret) {
        String text = secret == null ? "" : secret.strip();
        try {
            byte[] key = Base64.getDecoder().decode(text.startsWith("whsec_") ? text.substring(6) : text);
            if (key.length >= MIN_SECRET_BYTES) return key;
        } catch (IllegalArgumentException error) {
            // The message may quote the secret.
        }
        throw notASecret();
    }

    private static ThumbturnException notASecret() {
        return ThumbturnException.invalidOptions("The signing secret is not one: it begins with whsec_");
    }

    /**
     * Verifies the signature of a webhook, and returns its events in order. A request that was signed more than five minutes ago is
     * rejected.
     *
     * @param header returns a header of the request by its name in lower case, or null: {@code request::getHeader}
     * @param body the exact body, before it is parsed
     * @return the webhook
     * @throws ThumbturnException {@code webhook_missing_header}, {@code webhook_too_old}, {@code webhook_bad_signature}, or
     *     {@code webhook_malformed}
     */
    public Webhook verify(UnaryOperator<String> header, byte[] body) {
        String id = require(header, "webhook-id");
        String timestamp = require(header, "webhook-timestamp");
        String signatures = require(header, "webhook-signature");
        requireRecent(timestamp);
        byte[] prefix = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        if (!isSigned(signatures, prefix, body))
            throw new ThumbturnException(
                    ErrorCode.WEBHOOK_BAD_SIGNATURE,
                    "No secret signed this webhook: check the secret, reject the call");
        return new Webhook(id, readEvents(body));
    }

    private static String require(UnaryOperator<String> header, String name) {
        String value = header.apply(name);
        if (value != null && !value.isEmpty()) return value;
        throw new ThumbturnException(
                ErrorCode.WEBHOOK_MISSING_HEADER,
                "The header %s is missing: this is no webhook of Thumbturn".formatted(name));
    }

    /** Twelve digits are enough until the year 33658. */
    private void requireRecent(String timestamp) {
        boolean isTime = timestamp.matches("[0-9]{1,12}");
        Instant signed = isTime ? Instant.ofEpochSecond(Long.parseLong(timestamp)) : Instant.EPOCH;
        if (isTime && Duration.between(signed, clock.instant()).abs().compareTo(TOLERANCE) <= 0) return;
        throw new ThumbturnException(
                ErrorCode.WEBHOOK_TOO_OLD, "The webhook was signed more than five minutes ago: check the clock");
    }

    private boolean isSigned(String signatures, byte[] prefix, byte[] body) {
        boolean isSigned = false;
        for (byte[] secret : secrets) {
            byte[] wanted = ("v1," + sign(secret, prefix, body)).getBytes(StandardCharsets.UTF_8);
            for (String given : signatures.split(" "))
                isSigned |= MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), wanted);
        }
        return isSigned;
    }

    private static String sign(byte[] secret, byte[] prefix, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(prefix);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("Every Java runtime has HmacSHA256", error);
        }
    }

    /** Fails only for another type of message, because the body is signed. */
    private static List<WebhookEvent> readEvents(byte[] body) {
        JsonNode content = Json.parse(body);
        JsonNode list = content == null ? null : content.path("data").path("events");
        try {
            if (list != null && list.isArray()) return readAll(list);
        } catch (JsonProcessingException error) {
            // An event has a field of another type.
        }
        throw new ThumbturnException(ErrorCode.WEBHOOK_MALFORMED, "The webhook has no events: update this package");
    }

    private static List<WebhookEvent> readAll(JsonNode list) throws JsonProcessingException {
        List<WebhookEvent> events = new ArrayList<>();
        for (JsonNode one : list) events.add(Json.read(one, WebhookEvent.class));
        return List.copyOf(events);
    }
}
