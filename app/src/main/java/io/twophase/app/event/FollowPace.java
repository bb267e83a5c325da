package io.twophase.app.event;

import java.time.Duration;

/**
 * The pauses of a follower of events after a read that found nothing. It looks rarely where nothing
 * happens, and a signal of the store ends its wait. One that comes again and again for nothing ends
 * it less and less: such a signal costs no more than looking rarely does.
 *
 * @param least so long at least, though a signal came
 * @param most so long at most, if no signal comes
 */
public record FollowPace(Duration least, Duration most) {

  private static final Duration FIRST_LEAST = Duration.ofMillis(10);
  private static final Duration FIRST_MOST = Duration.ofMillis(50);

  /** The most that is waited, whatever the store signals or does not. */
  public static final Duration LONGEST = Duration.ofSeconds(1);

  /** The pace of one that begins, or has just found something. */
  public static final FollowPace FIRST = new FollowPace(FIRST_LEAST, FIRST_MOST);

  /** The pace of one whose read has failed. */
  public static final FollowPace AFTER_A_FAULT = new FollowPace(LONGEST, LONGEST);

  /**
   * Returns the pace of one that has waited as long as this says.
   *
   * @param isWoken whether a signal came meanwhile
   */
  public FollowPace next(boolean isWoken) {
    return isWoken
        ? new FollowPace(doubled(least), FIRST_MOST)
        : new FollowPace(FIRST_LEAST, doubled(most));
  }

  private static Duration doubled(Duration wait) {
    Duration twice = wait.multipliedBy(2);
    return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
  }
}
