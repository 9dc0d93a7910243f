package shop;

import static org.springframework.security.config.Customizer.withDefaults;
import static org.springframework.security.config.http.SessionCreationPolicy.STATELESS;

import io.github.thumbturn.server.AccessClaims;
import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.spring.security.ThumbturnSecurity;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

// #region backend
@SpringBootApplication(
    exclude = UserDetailsServiceAutoConfiguration.class)
@RestController
public class Backend {
  public static void main(String... args) {
    SpringApplication.run(Backend.class, args);
  }

  @Bean
  Thumbturn thumbturn() {
    return Client.thumbturn;
  }

  @Bean
  SecurityFilterChain security(
      HttpSecurity http, Thumbturn thumbturn) throws Exception {
    return http
        .authorizeHttpRequests(rules -> rules
            .requestMatchers("/hooks/**").permitAll()
            .anyRequest().authenticated())
        .csrf(csrf -> csrf.ignoringRequestMatchers("/hooks/**"))
        .sessionManagement(sessions ->
            sessions.sessionCreationPolicy(STATELESS))
        .with(ThumbturnSecurity.of(thumbturn), withDefaults())
        .build();
  }

  @GetMapping("/api/me")
  Map<String, String> me(
      @AuthenticationPrincipal AccessClaims user) {
    return Map.of("username", user.username());
  }
}
// #endregion
