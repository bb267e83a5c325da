package io.twophase.spring;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.console.Console;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.http.Role;
import java.io.ByteArrayInputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
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
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The console below a path of a host with Spring Security, over a real servlet container. */
class ConsoleMountedTest {

  private static final HttpResponse.BodyHandler<String> TEXT = HttpResponse.BodyHandlers.ofString();

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

    /** As quick as can be: each request has the password. */
    @Bean
    PasswordEncoder passwords() {
      return new BCryptPasswordEncoder(4);
    }

    private UserDetails user(String name, String role) {
      String password = passwords().encode("secret");
      return User.withUsername(name).password(password).roles(role).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Child {}

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

  private static HttpRequest.Builder as(String user, String path) {
    String basic =
        Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(address.resolve(path)).header("Authorization", "Basic " + basic);
  }

  private static HttpResponse<String> get(String path, String user) throws Exception {
    return HttpClient.newHttpClient().send(as(user, path).build(), TEXT);
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

  @Test
  void anOperatorActsByAFormThatSpringSecurityKnows() throws Exception {
    host.getBean(TwoPhase.class).accounts().open(account("A"), money("1", "USD"));
    HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    String form = browser.send(as("ann", "account/freeze?id=A").build(), TEXT).body();
    String fields =
        Stream.of("_csrf", "form", "action")
            .map(name -> name + "=" + encoded(value(form, name)))
            .collect(Collectors.joining("&", "id=A&reason=fraud&", ""));

    HttpResponse<String> done = browser.send(post("account/freeze", fields), TEXT);
    HttpResponse<String> forged =
        browser.send(post("account/freeze", fields.replace("_csrf=", "_csrf=x")), TEXT);

    assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
    assertThat(done.headers().firstValue("Location").orElseThrow())
        .startsWith("/shop/twophase/action?id=");
    assertThat(get("account?id=A", "bob").body()).contains("frozen");
    assertThat(forged.statusCode()).isEqualTo(403);
  }

  /** The end of a context below the host's, such as one of Spring Cloud's, is not its end. */
  @Test
  void theEndOfAChildLeavesItOpen() throws Exception {
    new SpringApplicationBuilder(Child.class)
        .parent(host)
        .web(WebApplicationType.NONE)
        .run()
        .close();

    Response audit =
        host.getBean(Console.class)
            .handle(
                Request.of(
                        "POST",
                        "/shop/twophase/api/v1/audit",
                        null,
                        Map.of("Content-Type", "application/json"),
                        new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)))
                    .by(new Caller("ann", Role.OPERATOR)));
    assertThat(audit.status()).isEqualTo(200);
  }

  private static HttpRequest post(String path, String fields) {
    return as("ann", path)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(fields))
        .build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String value(String form, String name) {
    Matcher field = Pattern.compile("name=\"" + name + "\" value=\"([^\"]+)\"").matcher(form);
    assertThat(field.find()).as(form).isTrue();
    return field.group(1);
  }
}
