package shop;

import io.github.thumbturn.server.ServiceScope;
import io.github.thumbturn.server.ServiceToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ServiceTokens {
  static String signForSignIn(Path keyFile) throws IOException {
    var key = Files.readString(keyFile);
    return ServiceToken
        .forCall("demo", key, ServiceScope.AUTH_LOGIN)
        .sign();
  }
}
