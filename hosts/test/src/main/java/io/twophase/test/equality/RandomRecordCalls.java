package io.twophase.test.equality;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random calls on the records. */
final class RandomRecordCalls {

  private static final int IDS = 10;
  private static final int LARGEST_CALL = 8;
  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");
  private static final List<State> STATES = List.of(State.values());

  private final Random random;
  private final RandomBodies bodies;

  RandomRecordCalls(Random random) {
    this.random = random;
    this.bodies = new RandomBodies(random, IDS);
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
            any(accountId(bodies.account())),
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
      case 6, 7 -> new NewRecord.Begun(authorization(id), application(), any(process()), owner());
      case 8 -> new NewRecord.Begun(atMost(id), application(), any(process()), owner());
      case 1, 2, 3, 4, 5 -> new NewRecord.Submitted(bodies.of(id));
      default -> new NewRecord.Begun(bodies.of(id), application(), any(process()), owner());
    };
  }

  private Transition transition(TransactionId id) {
    return switch (random.nextInt(18)) {
      case 12, 13 -> new AuthorizationTransition.Authorize(id, epoch());
      case 14 -> new AuthorizationTransition.Approve(id, epoch(), approver());
      case 15, 16 ->
          new AuthorizationTransition.Capture(
              id, epoch(), Captured.IN_FULL, random.nextInt(3), any(process()), owner());
      case 17 ->
          new AuthorizationTransition.VoidAuthorization(
              id, epoch(), reason(), any(process()), owner());
      case 0, 1 -> new Transition.Claim(id, application(), any(process()), owner());
      case 2, 3 -> new Transition.TakeOver(id, epoch(), application(), any(process()), owner());
      case 4, 5 -> new Transition.Decide(id, epoch());
      case 6, 7 -> new Transition.Finish(id);
      case 8, 9 -> new Transition.BeginCancel(id, epoch(), reason(), any(process()), owner());
      case 10 -> new Transition.CancelUnclaimed(id, reason(), owner());
      default -> new Transition.FinishCancel(id);
    };
  }

  private NewTransaction atMost(TransactionId id) {
    return NewTransaction.transferAtMost(
            id, accountId("A"), accountId("B"), cents(1 + random.nextInt(3)))
        .get();
  }

  private NewTransaction authorization(TransactionId id) {
    return bodies
        .of(id)
        .authorizedUnder(
            new AuthorizationTerms(
                Duration.ofDays(1 + random.nextInt(3)),
                any(new ApprovalRule(1, List.of(ANN, BOB)))));
  }

  private ApproverName approver() {
    return random.nextBoolean() ? ANN : BOB;
  }

  private CancelReason reason() {
    return switch (random.nextInt(7)) {
      case 6 -> new CancelReason.Expired(Instant.ofEpochMilli(random.nextInt()));
      case 0 -> new CancelReason.Requested("changed my mind");
      case 1 -> new CancelReason.Recovered();
      case 2 -> new CancelReason.Refused(new HoldRefusal.NoSuchAccount(accountId("nowhere")));
      case 3 -> new CancelReason.DocumentRefused(new DocumentRefusal.NoSuchDocument(document()));
      case 4 ->
          new CancelReason.DocumentRefused(
              new DocumentRefusal.DocumentBusy(document(), transactionId("t1")));
      default ->
          new CancelReason.Refused(
              new HoldRefusal.InsufficientFunds(accountId("A"), cents(1), cents(Long.MAX_VALUE)));
    };
  }

  /** Most often the first, which most are at. */
  private Epoch epoch() {
    return new Epoch(random.nextBoolean() ? 1 : 1 + random.nextInt(3));
  }

  private DocumentRef document() {
    return RandomBodies.DOCUMENTS.get(random.nextInt(RandomBodies.DOCUMENTS.size()));
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
