package io.twophase.domain;

import io.vavr.control.Either;
import java.util.Optional;

/**
 * The worker that owns an epoch of a record, or that canceled or captured it.
 *
 * @param application whose process it is
 * @param process the running process, if others can see whether it is alive
 * @param token identifies this run's own writes
 */
public record Owner(ApplicationName application, Optional<OwnerId> process, Token token) {

  /** An owner whose process does not name itself. */
  public Owner(ApplicationName application, Token token) {
    this(application, Optional.empty(), token);
  }

  /** The owner without its process: nobody needs to ask whether the process is alive. */
  public Owner unwatched() {
    return new Owner(application, token);
  }

  /**
   * Names one running process that works on transactions, so that others can see whether it is
   * alive. A process that is started again has another one.
   *
   * @param value 1 to 255 characters, no control characters, no white space at either end
   */
  public record OwnerId(String value) {

    private static final String KIND = "owner id";

    /**
     * For values known to be good.
     *
     * @throws IllegalArgumentException if {@code value} breaks the rule
     */
    public OwnerId {
      Text.require(KIND, value);
    }

    /** For values from outside: the id, or why the text is none. */
    public static Either<InvalidId, OwnerId> parse(String text) {
      return Text.check(KIND, text).map(OwnerId::new);
    }

    @Override
    public String toString() {
      return value;
    }
  }

  /**
   * Says who won a claim or a take-over when the answer was lost: unique to one worker's run.
   *
   * @param value 1 to 255 characters, no control characters, no white space at either end
   */
  public record Token(String value) {

    private static final String KIND = "token";

    /**
     * For values known to be good.
     *
     * @throws IllegalArgumentException if {@code value} breaks the rule
     */
    public Token {
      Text.require(KIND, value);
    }

    /** For values from outside: the id, or why the text is none. */
    public static Either<InvalidId, Token> parse(String text) {
      return Text.check(KIND, text).map(Token::new);
    }

    @Override
    public String toString() {
      return value;
    }
  }
}
