package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.TokenAccess;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
