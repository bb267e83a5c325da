package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What an application says that does not start, to whoever looks at its output. */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTest {

  /** With no more than it needs; the one with two clients has all that Boot configures. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({MongoAutoConfiguration.class, TwoPhaseAutoConfiguration.class})
  static class Host {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class HostWithTwoClients extends Contexts.TwoClients {}

  private static void start(Class<?> host, String... properties) {
    new SpringApplicationBuilder(host)
        .web(WebApplicationType.NONE)
        .properties("twophase.probe=false")
        .properties(properties)
        .run()
        .close();
  }

  private static void assertFails(Class<?> host, String... properties) {
    assertThatThrownBy(() -> start(host, properties)).isInstanceOf(RuntimeException.class);
  }

  /** DATABASE is one that no other test has. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spring.autoconfigure.exclude=\
          org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration \
            | Twophase needs a MongoClient, and the application has none.; Set spring.mongodb.uri
          twophase.probe=false \
            | Twophase is not told in which database; Set twophase.database
          spring.mongodb.uri=mongodb://DATABASE; twophase.database=admin \
            | Twophase cannot use the database "admin": it is the server's own.
          spring.mongodb.uri=mongodb://DATABASE; twophase.database=a/b \
            | cannot use the database "a/b": there can be none of that name.
          spring.mongodb.uri=mongodb://DATABASE?w=1 \
            | Twophase refuses the MongoClient, since money could be lost; says w=1; \
          twophase.unsafe-allowed=true
          spring.mongodb.uri=mongodb://127.0.0.1:1/bank?serverSelectionTimeoutMS=200 \
            | Twophase cannot reach its store: MongoDB at 127.0.0.1:1; \
          See to it that the server runs
          spring.mongodb.uri=mongodb://ann:secret@DATABASE \
            | Twophase cannot use its store: MongoDB at 127.0.0.1:; does not accept the login; \
          Check the login that spring.mongodb.uri names and its roles
          """)
  void saysWhyAndWhatToDo(String properties, String lines, CapturedOutput output) {
    String database = Contexts.uri().substring("mongodb://".length());
    assertFails(Host.class, properties.replace("DATABASE", database).split("; "));
    assertThat(output).contains(lines.split("; "));
  }

  @Test
  void withTwoClients(CapturedOutput output) {
    assertFails(HostWithTwoClients.class, "twophase.database=bank");
    assertThat(output)
        .contains("Twophase needs one MongoClient, and the application has 2.")
        .contains("Mark one of them as @Primary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "twophase.application |' x' | application name ' x' begins or ends with white space",
        "spring.application.name |' x' | application name ' x' begins or ends with white space",
        "twophase.accounts | a$b | \"a$b\" names no database or collection",
        "twophase.transactions | '' | \"\" names no database or collection",
        "twophase.transactions | accounts | collection accounts would have two kinds of the store's"
            + " documents",
        "twophase.patience | PT-1S | it is 0 ms at least, and a hundred years at most",
        "twophase.stuck-after | PT-1S | it is 0 ms at least",
        "twophase.recovery.interval | PT0S | it is 1 ms at least",
        "twophase.recovery.interval | PT900000H | it is 1 ms at least, and a hundred years at most",
        "twophase.recovery.awaited-at-start | PT-1S | it is 0 ms at least",
        "twophase.health.stuck-after | PT-1S | it is 0 ms at least",
        "twophase.health.silent-after | PT-1S | it is 0 ms at least",
        "twophase.health.timeout | PT0S | it is 1 ms at least",
        "twophase.metrics.interval | PT0S | it is 1 ms at least",
        "twophase.console.path | /x/ | it is a path such as /twophase",
        "twophase.console.path | '' | it is a path such as /twophase",
      })
  void withAValueThatAPropertyCannotHave(
      String property, String value, String why, CapturedOutput output) {
    assertFails(Host.class, "spring.mongodb.uri=" + Contexts.uri(), property + "=" + value);
    assertThat(output)
        .contains("%s cannot be \"%s\": %s".formatted(property, value, why))
        .contains("Set " + property + " to another value.")
        .doesNotContain("Failed to bind");
  }

  @Test
  void anUnsafeClientCanBeAllowed() {
    start(
        Host.class,
        "spring.mongodb.uri=" + Contexts.uri() + "?w=1",
        "twophase.unsafe-allowed=true");
  }

  @Test
  void withTheAccountsOfOtherTransactions(CapturedOutput output) {
    String uri = "spring.mongodb.uri=" + Contexts.uri();
    start(Host.class, uri);
    assertFails(Host.class, uri, "twophase.transactions=others");
    assertThat(output)
        .contains("Twophase refuses this database or client: the holds of")
        .contains("Check twophase.database, twophase.accounts and twophase.transactions");
  }
}
