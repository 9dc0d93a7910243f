package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ServiceTokensTest {
    @TestFactory
    Stream<DynamicTest> serviceTokens() {
        return Vectors.test("serviceTokens", one -> {
            if (one.get("expect").has("code")) {
                requireCode(one.get("expect").get("code").asText(), () -> sign(one));
                return;
            }
            String token = sign(one);
            Jws parsed = Jws.split(token, 4096);
            for (Map.Entry<String, JsonNode> claim :
                    one.get("expect").get("claims").properties())
                assertEquals(
                        claim.getValue().asText(),
                        parsed.claims().get(claim.getKey()).asText());
            assertTrue(Signatures.isSignedBy(PublicJwk.parse(one.get("privateKey")), parsed));
            assertNotEquals(
                    parsed.claims().get("nonce"),
                    Jws.split(sign(one), 4096).claims().get("nonce"));
        });
    }

    private static String sign(JsonNode one) {
        JsonNode request = one.get("request");
        return ServiceToken.forCall(
                        request.get("clientId").asText(),
                        one.get("privateKey").toString(),
                        Vectors.texts(request.get("scope")))
                .username(request.path("username").textValue())
                .userId(request.path("userId").textValue())
                .txPayload(request.path("txPayload").textValue())
                .clock(Vectors.clockAt(one))
                .sign();
    }

    private static String pem(String name, byte[] content) {
        String text = Base64.getMimeEncoder().encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(name, text, name);
    }

    @Test
    @DisplayName("keys are read from PKCS #8, SEC 1, and JWK")
    void formats() {
        KeyPair pair = TestService.newKey();
        ECPrivateKey key = (ECPrivateKey) pair.getPrivate();
        byte[] secret = new byte[32];
        byte[] number = key.getS().toByteArray();
        int length = Math.min(number.length, 32);
        System.arraycopy(number, number.length - length, secret, 32 - length, length);
        String sec1 = "30310201010420" + HexFormat.of().formatHex(secret) + "a00a06082a8648ce3d030107";
        Map<String, Object> jwk = new HashMap<>(TestService.toJwk("1", (ECPublicKey) pair.getPublic()));
        jwk.put("d", TestService.encode(secret));
        for (String text : List.of(
                pem("PRIVATE KEY", key.getEncoded()),
                pem("EC PRIVATE KEY", HexFormat.of().parseHex(sec1)),
                Json.writeText(jwk))) {
            String token =
                    ServiceToken.forCall("shop", text, ServiceScope.AUTH_LOGIN).sign();
            assertTrue(Signatures.isSignedBy(pair.getPublic(), Jws.split(token, 4096)));
        }
    }

    @Test
    @DisplayName("other keys are rejected without quoting them")
    void oddKeys() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp384r1"));
        KeyPair pair = TestService.newKey();
        Map<String, Object> mixed = new HashMap<>(TestService.toJwk("1", (ECPublicKey) pair.getPublic()));
        mixed.put("d", TestService.encode(BigInteger.TWO.toByteArray()));
        for (String text : new String[] {
            null,
            "",
            "secret",
            "{}",
            pem("PRIVATE KEY", generator.generateKeyPair().getPrivate().getEncoded()),
            pem("PRIVATE KEY", pair.getPublic().getEncoded()),
            pem("EC PRIVATE KEY", new byte[] {1, 2, 3}),
            Json.writeText(TestService.toJwk("1", (ECPublicKey) pair.getPublic())),
            Json.writeText(mixed)
        }) {
            ThumbturnException error = requireCode(ErrorCode.INVALID_OPTIONS, () -> ServiceToken.forCall("shop", text));
            assertFalse(error.getMessage().contains("secret"));
            assertEquals(null, error.getCause());
        }
    }
}
