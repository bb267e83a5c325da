package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.console.TokenAccess;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenFileTest {

  private static final String SECRET = "c29tZS1sb25nLXNlY3JldA";

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("tokens"), text);
  }

  @Test
  void aLineIsANameARoleAndAToken() throws IOException {
    TokenAccess access =
        ConsoleCommand.TokenFile.read(
            file("# who may ask\n\nann  operator\t" + SECRET + "\nbob viewer x" + SECRET));

    assertThat(access.signIn(SECRET)).contains(new Caller("ann", Role.OPERATOR));
    assertThat(access.signIn("x" + SECRET)).contains(new Caller("bob", Role.VIEWER));
    assertThat(access.signIn("y" + SECRET)).isEmpty();
    assertThat(access.toString()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ann operator|line 2: a name, viewer or operator, and a token are wanted",
        "ann root c29tZS1sb25nLXNlY3JldA|line 2: the second word is neither viewer nor operator",
        "ann viewer short|line 2: the token needs 20 characters or more, and the name has at most"
            + " 100",
      })
  void anotherLineIsNamedAndNotShown(String line, String message) throws IOException {
    Path file = file("bob viewer " + SECRET + "\n" + line);

    assertThatThrownBy(() -> ConsoleCommand.TokenFile.read(file))
        .hasMessage("file " + file + ", " + message);
  }

  @Test
  void aFileWithoutATokenIsRefused() throws IOException {
    Path file = file("# nobody\n");

    assertThatThrownBy(() -> ConsoleCommand.TokenFile.read(file))
        .hasMessage("file " + file + " has no token");
  }
}
