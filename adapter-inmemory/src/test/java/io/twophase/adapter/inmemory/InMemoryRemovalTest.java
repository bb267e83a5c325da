package io.twophase.adapter.inmemory;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A member is gone before its record is: whoever reads the one and then the other sees that. */
class InMemoryRemovalTest {

  private static final int ROUNDS = 20_000;
  private static final RecordId BATCH = new RecordId("batch:1");
  private static final List<TransactionId> MEMBER = List.of(new TransactionId("m"));

  /** Each round begins at a time of its own, so no member equals the one before it. */
  private final AtomicLong round = new AtomicLong();

  private final Records records =
      InMemoryStore.create(() -> Instant.ofEpochMilli(round.get())).records();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @Test
  void aMemberThatIsRemovedWithItsRecordIsNeverFree() {
    assertThat(Race.of(2, runner -> runner == 0 ? removed() : seenFree())).containsOnly(0);
  }

  private int removed() {
    int lost = 0;
    NewRecord begun =
        NewRecord.several(
            BATCH,
            List.of(transfer("m", "A", "B", cents(7))),
            false,
            new Owner(APP, token("owner")));
    while (round.incrementAndGet() <= ROUNDS) {
      records.insert(List.of(begun));
      records.move(
          List.of(
              Transition.decide(BATCH, MEMBER, Epoch.FIRST, Map.of(), Verdict.ALL_APPLIED),
              Transition.finish(BATCH, State.APPLIED)));
      Lookup there = records.findMembers(MEMBER).get(0);
      List<MatchOutcome> gone =
          records.remove(
              List.of(
                  new Removal(Either.right(there.member().orElseThrow()), Optional.empty()),
                  new Removal(Either.left(there.record().orElseThrow()), Optional.empty())));
      lost += gone.stream().allMatch(MatchOutcome.MATCHED::equals) ? 0 : 1;
    }
    isOver.set(true);
    return lost;
  }

  private int seenFree() {
    int free = 0;
    while (!isOver.get()) {
      Lookup read = records.findMembers(MEMBER).get(0);
      free += read.kind() == Lookup.Kind.FOUND && read.record().isEmpty() ? 1 : 0;
    }
    return free;
  }
}
