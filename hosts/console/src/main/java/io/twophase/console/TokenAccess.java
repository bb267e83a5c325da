package io.twophase.console;

import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Callers who have a token: scripts send it in the header {@code Authorization: Bearer …}, and
 * people give it once, on the page where callers sign in. All tokens are compared, each in constant
 * time.
 *
 * @param tokens at least one
 */
public record TokenAccess(List<Token> tokens) implements Access {

  /** The fewest characters of a token. */
  public static final int LEAST_LENGTH = 20;

  private static final String BEARER = "Bearer ";

  /**
   * A token, and who has it.
   *
   * @param caller who has it
   * @param secret {@link #LEAST_LENGTH} characters or more
   */
  public record Token(Caller caller, String secret) {

    /**
     * @throws IllegalArgumentException if the secret is too short
     */
    public Token {
      Objects.requireNonNull(caller, "caller");
      if (secret.length() < LEAST_LENGTH) {
        throw new IllegalArgumentException(
            "the token of %s has %s characters; it needs %s or more"
                .formatted(caller.name(), secret.length(), LEAST_LENGTH));
      }
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "the token of " + caller.name();
    }
  }

  /**
   * @throws IllegalArgumentException if there is no token
   */
  public TokenAccess {
    tokens = List.copyOf(tokens);
    if (tokens.isEmpty()) {
      throw new IllegalArgumentException("nobody has a token");
    }
  }

  @Override
  public Optional<Caller> caller(Request request) {
    return request
        .header("authorization")
        .filter(header -> header.startsWith(BEARER))
        .flatMap(header -> signIn(header.substring(BEARER.length()).strip()));
  }

  @Override
  public Optional<Caller> signIn(String secret) {
    Optional<Caller> found = Optional.empty();
    for (Token token : tokens) {
      // no early end: the time does not say which token was nearly right
      if (Sessions.isEqual(token.secret(), secret)) {
        found = Optional.of(token.caller());
      }
    }
    return found;
  }

  @Override
  public boolean hasSignIn() {
    return true;
  }
}
