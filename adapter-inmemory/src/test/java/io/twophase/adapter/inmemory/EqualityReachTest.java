package io.twophase.adapter.inmemory;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Seed;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.equality.Answers;
import io.twophase.test.equality.Stores;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The random calls that hold adapters to each other come to each kind of answer, and often. */
class EqualityReachTest {

  private static final int SEQUENCES = 300;
  private static final int CALLS = 120;
  private static final HoldLimit LIMIT = new HoldLimit(6);

  private static final Map<String, List<String>> REACHED =
      Map.ofEntries(
          Map.entry("Open", List.of("Opened", "AlreadyOpen", "OpenedDifferently", "mixed")),
          Map.entry("FREEZE", List.of("Changed", "NotFound", "Closed")),
          Map.entry("UNFREEZE", List.of("Changed", "NotFound", "Closed")),
          Map.entry("CLOSE", List.of("Changed", "NotFound", "NotEmpty", "HasHolds")),
          Map.entry(
              "Place",
              List.of(
                  "Held",
                  "AlreadyHeld",
                  "NoSuchAccount",
                  "AccountFrozen",
                  "AccountClosed",
                  "CurrencyMismatch",
                  "InsufficientFunds",
                  "CeilingReached",
                  "AccountBusy",
                  "mixed")),
          Map.entry("STAMP", List.of("MATCHED", "NOT_MATCHED", "mixed")),
          Map.entry("SETTLE", List.of("MATCHED", "NOT_MATCHED", "mixed")),
          Map.entry("RELEASE", List.of("MATCHED", "NOT_MATCHED", "mixed")),
          Map.entry("WITHDRAW", List.of("MATCHED", "NOT_MATCHED", "mixed")),
          Map.entry("Begin", List.of("BEGUN", "ID_TAKEN", "mixed")),
          Map.entry("Claim", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("TakeOver", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("Decide", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("Finish", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("BeginCancel", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("CancelUnclaimed", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("FinishCancel", List.of("MATCHED", "NOT_MATCHED")),
          Map.entry("Advance", List.of("mixed")),
          Map.entry("FindAccounts", List.of("Found", "Absent")),
          Map.entry("FindLatestAccount", List.of("Found", "Absent")),
          Map.entry("FindRecords", List.of("Found", "Absent")),
          Map.entry("FindLatestRecord", List.of("Found", "Absent")),
          Map.entry("Latest", List.of("Found")),
          Map.entry("Unfinished", List.of("Found")));

  private static Stores store(SettableClock clock) {
    InMemoryStore store = InMemoryStore.create(clock, LIMIT);
    return new Stores(store.accounts(), store.transactions());
  }

  @Test
  void randomCallsComeToEveryKindOfAnswer() {
    long seed = Seed.next("EqualityReachTest");
    Answers answers = new Answers();
    for (long next = seed; next < seed + SEQUENCES; next++) {
      answers.add(EqualityReachTest::store, next, CALLS);
    }

    System.out.println("EqualityReachTest: " + answers.counts());
    REACHED.forEach(
        (name, kinds) ->
            kinds.forEach(kind -> assertThat(answers.counts()).containsKey(name + " " + kind)));
  }
}
