package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads private P-256 keys. Exceptions have no cause, because a parser's message may quote the key. */
final class PrivateKeys {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN (EC )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END (EC )?PRIVATE KEY-----");

    /** Version 0, and the algorithm: EC with P-256 (RFC 5480 §2.1.1). */
    private static final byte[] PKCS8_HEAD =
            HexFormat.of().parseHex("020100301306072a8648ce3d020106082a8648ce3d030107");

    private PrivateKeys() {}

    /** PEM (PKCS #8 or SEC 1) or a JWK. */
    static ECPrivateKey parse(String text) {
        try {
            Matcher pem = PEM.matcher(text == null ? "" : text);
            ECPrivateKey key = pem.find() ? parsePem(pem) : parseJwk(text);
            if (key != null && key.getParams().getOrder().equals(PublicJwk.P256.getOrder())) return key;
        } catch (GeneralSecurityException | IllegalArgumentException | ClassCastException error) {
            // Not a key.
        }
        throw notPrivate();
    }

    static ThumbturnException notPrivate() {
        return ThumbturnException.invalidOptions("privateKey must be a private P-256 key, as PEM or JWK");
    }

    private static ECPrivateKey parsePem(Matcher pem) throws GeneralSecurityException {
        byte[] content = Base64.getMimeDecoder().decode(pem.group(2));
        byte[] pkcs8 = pem.group(1) == null ? content : wrap(content);
        return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /** PKCS #8 around SEC 1 (RFC 5958 §2), which is all that Java reads. */
    private static byte[] wrap(byte[] sec1) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(PKCS8_HEAD);
        content.writeBytes(encode(0x04, sec1));
        return encode(0x30, content.toByteArray());
    }

    /** A value of ASN.1 in DER, with up to 255 bytes: a key of P-256 is shorter. */
    private static byte[] encode(int tag, byte[] value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (value.length > 127) out.write(0x81);
        out.write(value.length);
        out.writeBytes(value);
        return out.toByteArray();
    }

    /** Null unless both halves of the key belong together. */
    private static ECPrivateKey parseJwk(String text) throws GeneralSecurityException {
        JsonNode jwk = text == null ? null : Json.parse(text.getBytes(StandardCharsets.UTF_8));
        if (jwk == null || !jwk.path("d").isTextual()) return null;
        PublicKey publicKey = PublicJwk.parse(jwk);
        if (publicKey == null) return null;
        ECPrivateKeySpec spec = new ECPrivateKeySpec(PublicJwk.numberOf(jwk, "d"), PublicJwk.P256);
        ECPrivateKey key = (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec);
        byte[] probe = "thumbturn".getBytes(StandardCharsets.US_ASCII);
        Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
        verifier.initVerify(publicKey);
        verifier.update(probe);
        return verifier.verify(Signatures.sign(key, probe)) ? key : null;
    }
}
