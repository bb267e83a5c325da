package io.twophase.app.recovery;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Recovery again and again: one pass a round. A transaction that could not be finished is left out
 * of more and more rounds, so that trouble is not retried hot; each time it is tried it is
 * reported. Not thread-safe: one caller goes round.
 */
public final class RecoveryRounds {

  /** A transaction in trouble is tried at least once in so many rounds. */
  private static final int LONGEST_ABSENCE = 64;

  private final Recovery recovery;
  private final RecoveryRequest request;
  private final Map<String, Trouble> troubles = new HashMap<>();
  private long round;

  private record Trouble(int absence, long nextRound) {}

  /** Rounds of {@code recovery}. */
  public RecoveryRounds(Recovery recovery, RecoveryRequest request) {
    this.recovery = recovery;
    this.request = request;
  }

  /**
   * One round.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached; the next
   *     round tries again
   */
  public void next(Consumer<Recovered> report) {
    round++;
    recovery.pass(
        request,
        this::isDue,
        recovered -> {
          note(recovered);
          report.accept(recovered);
        });
    troubles.values().removeIf(trouble -> trouble.nextRound() + LONGEST_ABSENCE < round);
  }

  private boolean isDue(String id) {
    Trouble trouble = troubles.get(id);
    return trouble == null || trouble.nextRound() <= round;
  }

  private void note(Recovered recovered) {
    if (recovered.isLeftUndone()) {
      Trouble before = troubles.get(recovered.id());
      int absence = before == null ? 1 : Math.min(LONGEST_ABSENCE, 2 * before.absence());
      troubles.put(recovered.id(), new Trouble(absence, round + absence));
    } else {
      troubles.remove(recovered.id());
    }
  }
}
