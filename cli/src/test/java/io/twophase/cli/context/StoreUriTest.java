package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreUriTest {

  @ParameterizedTest
  @CsvSource({
    "mongodb://h, mongodb://h/d",
    "mongodb://h:1/, mongodb://h:1/d",
    "mongodb+srv://h/a, mongodb+srv://h/d",
    "'mongodb://h:1,i:2/a?w=majority', 'mongodb://h:1,i:2/d?w=majority'",
    "mongodb://h?w=1, mongodb://h/d?w=1",
    "mongodb://u:p@h, mongodb://u:p@h/d?authSource=admin",
    "mongodb://u:p@h/a, mongodb://u:p@h/d?authSource=a",
    "mongodb://u:p@h/a?w=1, mongodb://u:p@h/d?w=1&authSource=a",
    "mongodb://u:p@h/a?w=1&authsource=b, mongodb://u:p@h/d?w=1&authsource=b",
    "mongodb://u@h/?authMechanism=MONGODB-X509, mongodb://u@h/d?authMechanism=MONGODB-X509",
    "mongodb://u:p@h/a?authMechanism=SCRAM-SHA-1, "
        + "mongodb://u:p@h/d?authMechanism=SCRAM-SHA-1&authSource=a"
  })
  void anotherDatabaseIsNamedForTheSameUser(String uri, String expected) {
    assertThat(new StoreUri.Server(uri).named("d")).isEqualTo(expected);
  }
}
