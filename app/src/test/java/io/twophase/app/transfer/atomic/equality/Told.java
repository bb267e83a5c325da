package io.twophase.app.transfer.atomic.equality;

import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import java.util.List;

/** Outcomes, without what each run has of its own. */
final class Told {

  private Told() {}

  static List<Object> of(List<TransactionOutcome> outcomes) {
    return outcomes.stream().map(Told::of).toList();
  }

  /** A record that is named has times and a token. */
  static Object of(TransactionOutcome outcome) {
    return outcome instanceof TransactionOutcome.Refused refused
            && refused.refusal() instanceof Refusal.IdReused reused
        ? List.of(refused.id(), reused.existing().get().body(), reused.existing().get().state())
        : outcome;
  }
}
