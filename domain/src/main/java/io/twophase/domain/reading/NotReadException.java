package io.twophase.domain.reading;

/** Documents were asked for, and could not be read as of one moment: {@link #answer} says why. */
public final class NotReadException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ReadAnswer answer;

  NotReadException(ReadAnswer answer, String message) {
    super(message);
    this.answer = answer;
  }

  /** What came of the reading. */
  public ReadAnswer answer() {
    return answer;
  }
}
