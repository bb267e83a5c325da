package io.twophase.domain.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of transition on a record in every state: where it applies, and what it leaves. */
class TransitionTest {

  private static final Instant LATER = NOW.plusSeconds(1);
  private static final Owner OWNER =
      new Owner(APP, Optional.of(new OwnerId("host:1")), token("owner"));
  private static final Owner RIVAL =
      new Owner(APP, Optional.of(new OwnerId("host:2")), token("rival"));
  private static final ApproverName ANN = new ApproverName("ann");
  private static final CancelReason REFUSAL = new HoldRefusal.NoSuchAccount(new AccountId("B"));
  private static final RecordId BATCH = new RecordId("batch:1");
  private static final RecordId T1 = new RecordId("t1");
  private static final TransactionId M1 = transactionId("m1");
  private static final TransactionId M2 = transactionId("m2");

  private static final TransactionRecord PENDING =
      NewRecord.several(
              BATCH,
              List.of(transfer("m1", "A", "B", cents(1)), transfer("m2", "A", "B", cents(1))),
              false,
              OWNER)
          .stored(NOW);
  private static final TransactionRecord SUBMITTED =
      NewRecord.submitted(transfer("t1", "A", "B", cents(5))).stored(NOW);
  private static final TransactionRecord BEGUN =
      NewRecord.alone(
              transfer("t1", "A", "B", cents(5))
                  .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))),
              OWNER)
          .stored(NOW);

  static TransactionRecord after(TransactionRecord record, Transition... way) {
    TransactionRecord reached = record;
    for (Transition step : way) {
      reached = step.apply(reached, NOW).orElseThrow();
    }
    return reached;
  }

  private static Transition exclude(TransactionId member) {
    return Transition.exclude(BATCH, member, ON_REQUEST);
  }

  private static Transition decide(long epoch, TransactionId... excluded) {
    Map<TransactionId, CancelReason> seen = new LinkedHashMap<>();
    for (TransactionId member : excluded) {
      seen.put(member, ON_REQUEST);
    }
    return Transition.decide(BATCH, PENDING.members(), epoch(epoch), seen, Verdict.ALL_APPLIED);
  }

  private static Verdict leaving(TransactionId... left) {
    return new Verdict(Map.of(), Set.of(left), Set.of(), Map.of());
  }

  private static Transition decideNone() {
    return Transition.decide(BATCH, PENDING.members(), epoch(1), Map.of(), leaving(M1, M2));
  }

  private static Transition alone(Verdict verdict) {
    return Transition.decide(T1, List.of(transactionId("t1")), epoch(1), Map.of(), verdict);
  }

  private static Transition refuse() {
    return alone(new Verdict(Map.of(transactionId("t1"), REFUSAL), Set.of(), Set.of(), Map.of()));
  }

  private static Transition capture(int approvals) {
    return Transition.capture(transactionId("t1"), epoch(1), List.of(3L, 3L), approvals, RIVAL);
  }

  private static Transition cancel(TransactionRecord read) {
    return Transition.cancel(read, ON_REQUEST, RIVAL, List.of());
  }

  private static final TransactionRecord AUTHORIZED =
      after(BEGUN, Transition.authorize(T1, epoch(1)));

  private static final Map<String, TransactionRecord> RECORDS =
      Map.ofEntries(
          Map.entry("several, pending", PENDING),
          Map.entry("several, m2 excluded", after(PENDING, exclude(M2))),
          Map.entry(
              "several, at epoch 2", after(PENDING, Transition.acquire(BATCH, epoch(1), RIVAL))),
          Map.entry("several, applied", after(PENDING, decide(1))),
          Map.entry(
              "several, done", after(PENDING, decide(1), Transition.finish(BATCH, State.APPLIED))),
          Map.entry("several, canceling", after(PENDING, cancel(PENDING))),
          Map.entry(
              "several, canceled",
              after(PENDING, decideNone(), Transition.finish(BATCH, State.CANCELING))),
          Map.entry("several, tombstone", NewRecord.tombstone(BATCH).stored(NOW)),
          Map.entry("submitted", SUBMITTED),
          Map.entry("begun", BEGUN),
          Map.entry("authorized", AUTHORIZED),
          Map.entry("approved", after(AUTHORIZED, Transition.approve(T1, epoch(1), ANN))),
          Map.entry("applied", after(BEGUN, alone(Verdict.ALL_APPLIED))),
          Map.entry("canceling", after(BEGUN, refuse())),
          Map.entry("tombstone", NewRecord.tombstone(T1).stored(NOW)));

  /** A transition, and the records that it finds as it must. */
  record Row(Transition transition, Set<String> finds) {
    Row(Transition transition, String... finds) {
      this(transition, Set.of(finds));
    }
  }

  @Test
  void authorizesNoTransferThatIsDecidedAtOnce() {
    TransactionRecord begun = NewRecord.alone(SUBMITTED.only().orElseThrow(), OWNER).stored(NOW);
    assertThat(Transition.authorize(T1, epoch(1)).finds(begun)).isFalse();
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(
            Transition.acquire(BATCH, epoch(1), RIVAL), "several, pending", "several, m2 excluded"),
        new Row(Transition.acquire(BATCH, epoch(2), OWNER), "several, at epoch 2"),
        new Row(Transition.acquire(BATCH, Epoch.NONE, OWNER)),
        new Row(decide(1), "several, pending"),
        new Row(decide(2), "several, at epoch 2"),
        new Row(decide(1, M2), "several, m2 excluded"),
        new Row(decideNone(), "several, pending"),
        new Row(exclude(M1), "several, pending", "several, m2 excluded", "several, at epoch 2"),
        new Row(exclude(M2), "several, pending", "several, at epoch 2"),
        new Row(exclude(transactionId("m9"))),
        new Row(cancel(PENDING), "several, pending", "several, m2 excluded"),
        new Row(Transition.finish(BATCH, State.APPLIED), "several, applied"),
        new Row(Transition.finish(BATCH, State.CANCELING), "several, canceling"),
        new Row(Transition.forget(BATCH, State.DONE), "several, done"),
        new Row(
            Transition.forget(BATCH, State.CANCELED), "several, canceled", "several, tombstone"),
        new Row(Transition.authorize(BATCH, epoch(1))),
        new Row(Transition.acquire(T1, Epoch.NONE, RIVAL), "submitted"),
        new Row(Transition.acquire(T1, epoch(1), RIVAL), "begun"),
        new Row(Transition.authorize(T1, epoch(1)), "begun"),
        new Row(Transition.approve(T1, epoch(1), ANN), "authorized"),
        new Row(capture(0), "authorized", "approved"),
        new Row(capture(1), "approved"),
        new Row(alone(Verdict.ALL_APPLIED), "begun"),
        new Row(refuse(), "begun"),
        new Row(cancel(SUBMITTED), "submitted"),
        new Row(cancel(BEGUN), "begun"),
        new Row(cancel(AUTHORIZED), "authorized", "approved"),
        new Row(Transition.finish(T1, State.APPLIED), "applied"),
        new Row(Transition.finish(T1, State.CANCELING), "canceling"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void appliesToTheRecordsThatItFinds(Row row) {
    List<String> found = new ArrayList<>();
    RECORDS.forEach(
        (name, record) -> {
          boolean isItsOwn = record.id().equals(row.transition().record());
          if (isItsOwn && row.transition().apply(record, LATER).isPresent()) {
            found.add(name);
          }
        });
    assertThat(found).containsExactlyInAnyOrderElementsOf(row.finds());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void leavesItsStateAndTimes(Row row) {
    Transition transition = row.transition();
    for (String name : row.finds()) {
      TransactionRecord before = RECORDS.get(name);
      TransactionRecord left = transition.change(before, LATER);
      boolean isForget = transition.kind() == Transition.Kind.FORGET;
      assertThat(left.lastModified()).as(name).isEqualTo(isForget ? NOW : LATER);
      assertThat(left.createdAt()).as(name).isEqualTo(NOW);
      assertThat(left.state()).as(name).isEqualTo(transition.to());
    }
  }

  @Test
  void thatDecidesOfOneKeepsWhyAndHowMuch() {
    TransactionRecord refused = after(BEGUN, refuse());
    assertThat(refused.state()).isEqualTo(State.CANCELING);
    assertThat(refused.reason()).contains(REFUSAL);
    assertThat(refused.verdict()).isEqualTo(Verdict.ALL_APPLIED);
    assertThat(refused.owner()).contains(OWNER);
    TransactionRecord captured = after(AUTHORIZED, capture(0));
    assertThat(captured.owner()).contains(RIVAL);
    assertThat(captured.alone().orElseThrow().capturedOperations())
        .allMatch(operation -> operation.amount().equals(cents(3)));
    assertThat(captured.timeline().authorizedAt()).contains(NOW);
    assertThat(captured.timeline().decidedAt()).contains(NOW);
    TransactionRecord canceled = after(SUBMITTED, cancel(SUBMITTED));
    assertThat(canceled.state()).isEqualTo(State.CANCELED);
    assertThat(canceled.owner().orElseThrow().process()).as("nobody watches it").isEmpty();
    assertThat(canceled.endedAt()).contains(NOW);
  }

  @Test
  void thatLeavesMembersOutSaysSoUntilThatIsForgotten() {
    Transition decide =
        Transition.decide(BATCH, PENDING.members(), epoch(1), Map.of(), leaving(M2));
    TransactionRecord done = after(PENDING, decide, Transition.finish(BATCH, State.APPLIED));

    assertThat(done.leavesOut()).isTrue();
    TransactionRecord forgotten = Transition.forget(BATCH, State.DONE).change(done, LATER);
    assertThat(forgotten.leavesOut()).isFalse();
    assertThat(forgotten.endedAt()).isEqualTo(done.endedAt());
    assertThat(forgotten.verdict()).isEqualTo(done.verdict());
    assertThat(after(PENDING, decideNone()).leavesOut()).isTrue();
    assertThat(after(PENDING, cancel(PENDING)).leavesOut()).isFalse();
  }

  @Test
  void thatAppliesNoneCancelsByTheSameCompareAndSet() {
    assertThat(decideNone().to()).isEqualTo(State.CANCELING);
    assertThat(decideNone().isByRun()).isTrue();
    assertThat(decide(1, M1, M2).to()).isEqualTo(State.CANCELING);
    assertThat(decide(1, M1).to()).isEqualTo(State.APPLIED);
    assertThat(cancel(PENDING).isByRun()).isFalse();
  }

  @Test
  void thatClosesNeedsNoMajority() {
    assertThat(rows().map(Row::transition).filter(Transition::isClosing))
        .extracting(Transition::kind)
        .containsOnly(Transition.Kind.FINISH, Transition.Kind.FORGET)
        .hasSize(6);
  }

  @Test
  void leadsFromNoOtherState() {
    assertThatIllegalArgumentException().isThrownBy(() -> Transition.finish(T1, State.DONE));
    assertThatIllegalArgumentException().isThrownBy(() -> cancel(RECORDS.get("applied")));
    assertThatIllegalArgumentException().isThrownBy(() -> Transition.forget(T1, State.APPLIED));
  }
}
