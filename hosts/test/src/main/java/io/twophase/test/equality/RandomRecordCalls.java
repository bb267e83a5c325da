package io.twophase.test.equality;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random calls on the records. */
final class RandomRecordCalls {

  private static final int IDS = 10;
  private static final int LARGEST_CALL = 8;
  private static final List<String> ACCOUNTS = List.of("A", "B", "C", "nowhere");

  private static final List<State> STATES = List.of(State.values());

  private final Random random;

  RandomRecordCalls(Random random) {
    this.random = random;
  }

  Call begin() {
    return new Call.Begin(ids().stream().map(this::record).toList());
  }

  Call advance() {
    return new Call.Advance(ids().stream().map(this::transition).toList());
  }

  Call find() {
    List<TransactionId> ids = ids();
    return ids.size() == 1 ? new Call.FindLatestRecord(ids.get(0)) : new Call.FindRecords(ids);
  }

  Call latest() {
    return new Call.Latest(
        new TransactionQuery(
            any(STATES.get(random.nextInt(STATES.size()))),
            any(accountId(account())),
            1 + random.nextInt(IDS)));
  }

  /** All, or those of an age that none has: when it was changed last may be told differently. */
  Call unfinished() {
    return new Call.Unfinished(
        new UnfinishedQuery(
            random.nextInt(4) == 0 ? Duration.ofHours(1) : Duration.ZERO, any(application()), IDS));
  }

  private <T> Option<T> any(T value) {
    return Option.when(random.nextBoolean(), value);
  }

  /** No id twice: a call has at most one element for a record. */
  private List<TransactionId> ids() {
    Set<TransactionId> ids = new LinkedHashSet<>();
    for (int left = 1 + random.nextInt(LARGEST_CALL); left > 0; left--) {
      ids.add(transactionId("t" + random.nextInt(IDS)));
    }
    return new ArrayList<>(ids);
  }

  private NewRecord record(TransactionId id) {
    return switch (random.nextInt(12)) {
      case 0 -> new NewRecord.Tombstone(id);
      case 1, 2, 3, 4, 5 -> new NewRecord.Submitted(body(id.value()));
      default -> new NewRecord.Begun(body(id.value()), application(), any(process()), owner());
    };
  }

  private NewTransaction body(String id) {
    long amount = random.nextInt(8) == 0 ? Long.MAX_VALUE : 1 + random.nextInt(50);
    return switch (random.nextInt(6)) {
      case 0 ->
          transaction(
              id,
              debit("A", cents(3)),
              credit("C", cents(1)),
              debit("B", cents(2)),
              credit("D", cents(4)));
      case 1 -> transfer(id, "A", "B", cents(amount)).noted("why not");
      case 3 -> transfer(id, "B", "A", cents(amount)).importedBy(row());
      case 2 ->
          new NewTransaction(
              transactionId(id),
              List.of(debit("B", cents(amount)), credit("A", cents(amount))),
              Option.some(transactionId("t" + random.nextInt(IDS))));
      default -> transfer(id, account(), "D", cents(amount));
    };
  }

  private ImportedRow row() {
    return new ImportedRow(
        String.valueOf(random.nextInt(2)).repeat(64), 1 + random.nextInt(9), random.nextBoolean());
  }

  private Transition transition(TransactionId id) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> new Transition.Claim(id, application(), any(process()), owner());
      case 2, 3 -> new Transition.TakeOver(id, epoch(), application(), any(process()), owner());
      case 4, 5 -> new Transition.Decide(id, epoch());
      case 6, 7 -> new Transition.Finish(id);
      case 8, 9 -> new Transition.BeginCancel(id, epoch(), reason(), any(process()), owner());
      case 10 -> new Transition.CancelUnclaimed(id, reason(), owner());
      default -> new Transition.FinishCancel(id);
    };
  }

  private CancelReason reason() {
    return switch (random.nextInt(4)) {
      case 0 -> new CancelReason.Requested("changed my mind");
      case 1 -> new CancelReason.Recovered();
      case 2 -> new CancelReason.Refused(new HoldRefusal.NoSuchAccount(accountId("nowhere")));
      default ->
          new CancelReason.Refused(
              new HoldRefusal.InsufficientFunds(accountId("A"), cents(1), cents(Long.MAX_VALUE)));
    };
  }

  /** Most often the first, which most are at. */
  private Epoch epoch() {
    return new Epoch(random.nextBoolean() ? 1 : 1 + random.nextInt(3));
  }

  private String account() {
    return ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
  }

  private ApplicationName application() {
    return new ApplicationName("App" + random.nextInt(2));
  }

  private OwnerId process() {
    return new OwnerId("process" + random.nextInt(2));
  }

  private Token owner() {
    return token("token" + random.nextInt(3));
  }
}
