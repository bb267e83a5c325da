package io.twophase.test.contract.document;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.EscrowField;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Threads that hold, settle and give back the same documents all at once. */
public abstract class DocumentStormContract extends DocumentContract {

  private static final int THREADS = 8;
  private static final int ROUNDS = 50;

  private final List<Watched> all =
      List.of(
          new Watched(order("a")),
          new Watched(order("b")),
          new Watched(CollectionName.of("stock").document(order("a").id())));

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentStormContract(Supplier<DocumentRepository> fresh) {
    super(fresh);
  }

  /**
   * A document, and what the threads believe of it: each from its answer until it ends its hold.
   */
  private static final class Watched {
    private final DocumentRef ref;
    private final AtomicInteger exclusive = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicLong added = new AtomicLong();

    private Watched(DocumentRef ref) {
      this.ref = ref;
    }

    private AtomicInteger holders(DocumentLeg leg) {
      return leg.operation().mode() == HoldMode.EXCLUSIVE ? exclusive : others;
    }

    private void begins(DocumentLeg leg) {
      holders(leg).incrementAndGet();
      int alone = exclusive.get();
      assertThat(alone == 0 || alone + others.get() == 1)
          .as("%s is held by %s for themselves and by %s others", ref, exclusive, others)
          .isTrue();
    }

    private void ends(DocumentLeg leg) {
      holders(leg).decrementAndGet();
    }

    private void settled(DocumentOperation operation) {
      if (operation instanceof AddToField addition) {
        added.addAndGet(addition.amount());
      } else if (operation.mode() == HoldMode.EXCLUSIVE) {
        changes.incrementAndGet();
      }
    }
  }

  @Test
  void nothingIsLostAndNobodyIsBesideWhoHasADocumentForItself() {
    all.forEach(watched -> stored(watched.ref, fields("n", 50, "changes", 0)));
    long seed = Seed.next("DocumentStormContract");
    Race.of(THREADS, runner -> run(runner, new Random(seed + runner)));
    for (Watched watched : all) {
      Participant after = read(watched.ref).get();
      long number = 50 + watched.added.get();
      assertThat(after.holds()).isEmpty();
      assertThat(after.fields().get("changes").get().wholeNumber())
          .contains((long) watched.changes.get());
      assertThat(after.fields().get("n").get().wholeNumber()).contains(number);
      after
          .escrow()
          .get("n")
          .forEach(now -> assertThat(now).isEqualTo(EscrowField.around(number, 0, 100)));
    }
    assertThat(all.stream().mapToInt(watched -> watched.changes.get()).sum()).isPositive();
  }

  private int run(int runner, Random random) {
    for (int round = 0; round < ROUNDS; round++) {
      Watched watched = all.get(random.nextInt(all.size()));
      DocumentLeg leg = leg("t" + runner + "-" + round, 1, operation(random, watched.ref));
      DocumentHoldOutcome outcome = hold(leg);
      if (outcome.equals(DocumentHoldOutcome.held())) {
        watched.begins(leg);
        assertIsWhole(readLatest(watched.ref).get());
        watched.ends(leg);
        end(random, watched, leg);
      } else {
        assertThat(outcome)
            .isInstanceOfAny(DocumentHoldOutcome.Busy.class, DocumentHoldOutcome.Refused.class);
      }
    }
    return ROUNDS;
  }

  private static DocumentOperation operation(Random random, DocumentRef document) {
    return switch (random.nextInt(4)) {
      case 0 -> change(document, inc("changes", 1));
      case 1 -> check(document, atLeast("changes", 0));
      default -> add(document, "n", random.nextBoolean() ? 20 : -20);
    };
  }

  private void end(Random random, Watched watched, DocumentLeg leg) {
    switch (random.nextInt(4)) {
      case 0 -> assertThat(release(leg)).isEqualTo(MatchOutcome.MATCHED);
      case 1 -> assertThat(withdraw(leg)).isEqualTo(MatchOutcome.MATCHED);
      default -> {
        assertThat(settle(leg)).isEqualTo(MatchOutcome.MATCHED);
        watched.settled(leg.operation());
      }
    }
  }

  /** As any reader may find it: what holds there are allow each other, and the bounds are kept. */
  private static void assertIsWhole(Participant document) {
    document
        .holds()
        .forEach(
            one ->
                document.holds().stream()
                    .filter(other -> !other.equals(one))
                    .forEach(other -> assertThat(one.excludes(other)).isFalse()));
    long number = document.fields().get("n").get().wholeNumber().get();
    document
        .escrow()
        .get("n")
        .forEach(
            now -> {
              assertThat(now.available()).isBetween(0L, number);
              assertThat(now.receivable()).isBetween(0L, 100 - number);
            });
  }
}
