package io.twophase.spring.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The console below a path of a host with Spring Security, over a real servlet container. */
class ConsoleMountedTest {

  private static ConfigurableApplicationContext host;
  private static URI address;

  /** A host with three users, and nothing else about the console. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    SecurityAutoConfiguration.class,
    ServletWebSecurityAutoConfiguration.class,
    TwoPhaseAutoConfiguration.class,
    TwoPhaseConsoleAutoConfiguration.class
  })
  static class Host {

    @Bean
    InMemoryStore store() {
      return InMemoryStore.create(Clock.systemUTC());
    }

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(
          user("ann", "TWOPHASE_OPERATOR"), user("bob", "TWOPHASE_VIEWER"), user("cy", "CLERK"));
    }

    private static org.springframework.security.core.userdetails.UserDetails user(
        String name, String role) {
      return User.withUsername(name).password("{noop}secret").roles(role).build();
    }
  }

  @BeforeAll
  static void start() {
    host =
        SpringApplication.run(
            Host.class,
            "--server.port=0",
            "--server.servlet.context-path=/shop",
            "--spring.main.banner-mode=off",
            "--twophase.console.actions=true");
    int port = ((WebServerApplicationContext) host).getWebServer().getPort();
    address = URI.create("http://127.0.0.1:" + port + "/shop/twophase/");
  }

  @AfterAll
  static void stop() {
    host.close();
  }

  private static HttpResponse<String> get(String path, String user) throws Exception {
    String basic =
        Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(address.resolve(path))
                .header("Authorization", "Basic " + basic)
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void theHostsUsersAreItsCallers() throws Exception {
    HttpResponse<String> operator = get("find", "ann");
    HttpResponse<String> viewer = get("find", "bob");

    assertThat(operator.body()).contains("ann, operator", "href=\"/shop/twophase/now\"");
    assertThat(viewer.body()).contains("bob, read-only");
  }

  @Test
  void anotherUserIsNotAnswered() throws Exception {
    assertThat(get("find", "cy").statusCode()).isEqualTo(401);
    assertThat(get("find", "nobody").statusCode()).isEqualTo(401);
  }
}
