import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.MalformedURLException;
import java.net.URI;
import java.text.ParseException;
import java.util.Set;

public final class TokenVerifier {
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  public TokenVerifier(String baseUrl, String appId) throws MalformedURLException {
    var keysUrl = URI.create(baseUrl + "/fido2/v2/.well-known/jwks.json").toURL();
    // Keeps the keys for five minutes. An unknown key ID causes another fetch,
    // at most twice in 30 seconds.
    var keys =
        JWKSourceBuilder.<SecurityContext>create(keysUrl)
            .cache(300_000, 15_000)
            .rateLimited(30_000)
            .build();
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, keys));

    var exact =
        new JWTClaimsSet.Builder().issuer(baseUrl).claim("tokenType", "jwtAccess").build();
    var verifier =
        new DefaultJWTClaimsVerifier<SecurityContext>(appId, exact, Set.of("exp", "sub"));
    verifier.setMaxClockSkew(0);
    processor.setJWTClaimsSetVerifier(verifier);
  }

  /**
   * Returns the user ID.
   *
   * @throws BadJOSEException if the token isn't valid
   * @throws ParseException if it isn't a token
   * @throws JOSEException if the keys can't be fetched, or the signature can't be checked
   */
  public String verify(String token) throws BadJOSEException, ParseException, JOSEException {
    return processor.process(token, null).getSubject();
  }
}
