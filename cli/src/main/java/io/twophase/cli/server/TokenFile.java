package io.twophase.cli.server;

import io.twophase.cli.file.InputFile;
import io.twophase.cli.file.TextLines;
import io.twophase.cli.text.CommandFailure;
import io.twophase.console.TokenAccess;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Role;
import io.twophase.console.view.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A file of who may ask a console: a name, a role and a token in each line. */
final class TokenFile {

  private TokenFile() {}

  /**
   * Reads the file. A message names a line, and never shows a token.
   *
   * @throws CommandFailure if it cannot be read, or a line is not so
   */
  static TokenAccess read(Path file) {
    List<TokenAccess.Token> tokens = new ArrayList<>();
    try (InputFile input = InputFile.of(file);
        TextLines lines = TextLines.open(input)) {
      while (lines.hasNext()) {
        String line = lines.next().strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          tokens.add(token(line.split("\\s+", -1), input + ", line " + lines.number()));
        }
      }
      if (tokens.isEmpty()) {
        throw CommandFailure.badInput(input + " has no token");
      }
    }
    return new TokenAccess(tokens);
  }

  private static TokenAccess.Token token(String[] words, String where) {
    if (words.length != 3) {
      throw CommandFailure.badInput(where + ": a name, viewer or operator, and a token are wanted");
    }
    Optional<Role> role =
        Arrays.stream(Role.values()).filter(one -> Json.lower(one).equals(words[1])).findFirst();
    if (role.isEmpty()) {
      throw CommandFailure.badInput(where + ": the second word is neither viewer nor operator");
    } else if (words[2].length() < TokenAccess.LEAST_LENGTH || words[0].length() > 100) {
      throw CommandFailure.badInput(
          where
              + ": the token needs %s characters or more, and the name has at most 100"
                  .formatted(TokenAccess.LEAST_LENGTH));
    }
    return new TokenAccess.Token(new Caller(words[0], role.orElseThrow()), words[2]);
  }
}
