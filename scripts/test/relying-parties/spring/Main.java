package program;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A program with one page for users, which are signed in as its `application.yml` says. */
@SpringBootApplication
@RestController
public class Main {
    public static void main(String[] args) {
        SpringApplication.run(Main.class, args);
    }

    /** The authorized client is refreshed when its access token has expired. */
    @GetMapping("/")
    Map<String, String> show(
            @AuthenticationPrincipal OidcUser user, @RegisteredOAuth2AuthorizedClient("passkey") OAuth2AuthorizedClient client) {
        return Map.of("user", user.getName(), "issuedAt", client.getAccessToken().getIssuedAt().toString());
    }

    @Bean
    SecurityFilterChain createChain(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
        var leave = new OidcClientInitiatedLogoutSuccessHandler(clients);
        leave.setPostLogoutRedirectUri("{baseUrl}/");
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .oauth2Login(Customizer.withDefaults())
                .csrf(csrf -> csrf.disable())
                .logout(logout -> logout.logoutSuccessHandler(leave))
                .build();
    }
}
