package io.twophase.domain;

import io.vavr.control.Either;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names who may approve an authorization. Only the host knows whether a caller is the one that the
 * name says.
 *
 * @param value 1 to 255 characters, no control characters, no white space at either end
 */
public record ApproverName(String value) {

  private static final String KIND = "approver";

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if {@code value} breaks the rule
   */
  public ApproverName {
    Text.require(KIND, value);
  }

  /** For values from outside: the id, or why the text is none. */
  public static Either<InvalidId, ApproverName> parse(String text) {
    return Text.check(KIND, text).map(ApproverName::new);
  }

  /** Some of them for people: with a comma between each two. */
  public static String list(List<ApproverName> names) {
    return names.stream().map(ApproverName::value).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return value;
  }
}
