package io.twophase.domain.event;

import io.twophase.domain.Reason;
import java.util.Objects;

/**
 * An outcome says what became of an action.
 *
 * @param code one word for programs, such as the name of an outcome or of a refusal: 1 to {@value
 *     #MAX_CODE} characters
 * @param message one line for people, of which as much is kept as {@link Reason#cut} keeps
 */
public record ActionOutcome(String code, String message) {

  /** The code of an outcome that is not final: the action is sent again, under the same id. */
  public static final String UNKNOWN = "unknown";

  /** The most characters of a code, in UTF-16 units. */
  public static final int MAX_CODE = 100;

  /**
   * Cuts the message.
   *
   * @throws IllegalArgumentException if the code is empty or too long
   */
  public ActionOutcome {
    if (Objects.requireNonNull(code, "code").isEmpty() || code.length() > MAX_CODE) {
      throw new IllegalArgumentException(
          "the code of an outcome has " + code.length() + " characters, not 1 to " + MAX_CODE);
    }
    message = Reason.cut(Objects.requireNonNull(message, "message"));
  }

  /** Returns whether sending the action again may have another outcome. */
  public boolean isUnknown() {
    return code.equals(UNKNOWN);
  }
}
