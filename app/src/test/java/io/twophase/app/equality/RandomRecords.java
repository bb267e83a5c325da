package io.twophase.app.equality;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Inserts and transitions of records. A call has at most one element for a record. */
final class RandomRecords {

  private static final int LONGEST_BATCH = 7;

  private final Random random;

  RandomRecords(Random random) {
    this.random = random;
  }

  Call begin(Supplier<TransactionId> ids) {
    List<NewRecord> records = distinct(ids).map(this::record).toList();
    return new Call(
        "begin " + records, ports -> ports.transactions().begin(records), Agreement.EXACT);
  }

  Call advance(Supplier<TransactionId> ids) {
    List<Transition> transitions = distinct(ids).map(this::transition).toList();
    return new Call(
        "advance " + transitions,
        ports -> ports.transactions().advance(transitions),
        Agreement.COUNTED);
  }

  private Stream<TransactionId> distinct(Supplier<TransactionId> ids) {
    int size = 1 + random.nextInt(random.nextBoolean() ? 1 : LONGEST_BATCH);
    return Stream.generate(ids).limit(size).distinct().toList().stream();
  }

  private NewRecord record(TransactionId id) {
    NewTransaction body = transfer(id.value(), "A", "B", cents(1 + random.nextInt(3)));
    return switch (random.nextInt(5)) {
      case 0 -> new NewRecord.Submitted(body);
      case 1 -> new NewRecord.Tombstone(id);
      default -> new NewRecord.Begun(body, application("App1"), token(word()));
    };
  }

  private Transition transition(TransactionId id) {
    CancelReason reason =
        random.nextBoolean() ? new CancelReason.Requested(word()) : new CancelReason.Recovered();
    return switch (random.nextInt(9)) {
      case 0 -> new Transition.Claim(id, application("App2"), token(word()));
      case 1 ->
          new Transition.TakeOver(
              id, epoch(1 + random.nextInt(2)), application("App3"), token(word()));
      case 2 -> new Transition.BeginCancel(id, epoch(1), reason, token(word()));
      case 3 -> new Transition.CancelUnclaimed(id, reason, token(word()));
      case 4 -> new Transition.FinishCancel(id);
      case 5, 6 -> new Transition.Finish(id);
      default -> new Transition.Decide(id, epoch(1 + random.nextInt(2)));
    };
  }

  private String word() {
    return "word" + random.nextInt(3);
  }
}
