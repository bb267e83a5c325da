package io.twophase.domain.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.AccountId;
import io.twophase.domain.OwnerId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A record … */
class TransactionRecordTest {

  private static final RecordId BATCH = new RecordId("batch:1");
  private static final Owner OWNER = new Owner(APP, token("owner"));
  private static final CancelReason REFUSAL = new HoldRefusal.NoSuchAccount(new AccountId("B"));
  private static final List<NewTransaction> BODIES =
      Stream.of("m1", "m2", "m3", "m4").map(TransactionRecordTest::body).toList();
  private static final NewRecord FOUR = NewRecord.several(BATCH, BODIES, false, OWNER);
  private static final TransactionRecord PENDING = FOUR.stored(NOW);
  private static final TransactionRecord EXCLUDING =
      after(PENDING, Transition.exclude(BATCH, id("m2"), ON_REQUEST));

  /** m1 is applied, m2 excluded, m3 refused, m4 left out. */
  private static final TransactionRecord APPLIED = after(EXCLUDING, decide(id("m4")));

  private static final TransactionRecord DONE =
      after(APPLIED, Transition.finish(BATCH, State.APPLIED));
  private static final TransactionRecord TOMBSTONE = NewRecord.tombstone(BATCH).stored(NOW);

  private static TransactionRecord after(TransactionRecord record, Transition... way) {
    TransactionRecord reached = record;
    for (Transition step : way) {
      reached = step.apply(reached, NOW).orElseThrow();
    }
    return reached;
  }

  private static TransactionId id(String id) {
    return transactionId(id);
  }

  private static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(5));
  }

  private static Transition decide(TransactionId... left) {
    return Transition.decide(
        BATCH,
        PENDING.members(),
        epoch(1),
        Map.of(id("m2"), ON_REQUEST),
        new Verdict(Map.of(id("m3"), REFUSAL), Set.of(left), Set.of(), Map.of()));
  }

  private static String word(Optional<Fate> fate) {
    return fate.map(Fate::kind).map(Object::toString).orElse("-");
  }

  @Test
  void isInNoStateThatItsShapeDoesNotHave() {
    Optional<CancelReason> none = Optional.empty();
    TransactionRecord alone = NewRecord.alone(body("t1"), OWNER).stored(NOW);
    for (ThrowingCallable impossible :
        List.<ThrowingCallable>of(
            () -> in(PENDING, State.INITIAL, none),
            () -> in(PENDING, State.AUTHORIZED, none),
            () -> in(PENDING, State.PENDING, Optional.of(REFUSAL)),
            () -> in(TOMBSTONE, State.DONE, none),
            () -> in(alone, State.CANCELED, none),
            () -> in(alone, State.AUTHORIZED, none))) {
      assertThatIllegalArgumentException().isThrownBy(impossible);
    }
  }

  private static TransactionRecord in(
      TransactionRecord record, State state, Optional<CancelReason> reason) {
    return Copies.with(record, "state", state, "reason", reason);
  }

  @Test
  void isBegunWithMembersThatMayShareIt() {
    NewTransaction authorization =
        body("m1").authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)));
    for (List<NewTransaction> members :
        List.of(
            List.of(body("m1"), body("m1")),
            List.of(authorization),
            List.of(NewTransaction.tombstone(id("m1"))))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> NewRecord.several(BATCH, members, false, OWNER));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new NewRecord(RecordId.of(id("t2")), List.of(body("t1")), false, Optional.empty()));
    assertThat(NewRecord.alone(authorization, OWNER).stored(NOW).state()).isEqualTo(State.PENDING);
  }

  /** A member weighs 1,800 bytes, twice its id, and the longest name that a refusal repeats. */
  @ParameterizedTest
  @CsvSource({"a, 1, 6655", "é, 1, 6648", "ࠀ, 1, 6640", "😀, 1, 6633", "a, 198, 6000"})
  void hasRoomForAsManyMembersAsItsServerTakes(String id, int ofAccount, int fitting) {
    NewTransaction member = transfer(id, "A".repeat(ofAccount), "B", cents(5));
    assertThat(NewRecord.fitting(Collections.nCopies(20_000, member))).isEqualTo(fitting);
  }

  @Test
  void hasRoomForFewOfLargeNames() {
    NewTransaction checks =
        new NewTransaction(
            id("t1"),
            List.of(
                new CheckDocument(
                    CollectionName.of("c").document((Object) "x".repeat(60_000)), List.of())),
            Optional.empty());

    assertThat(NewRecord.fitting(Collections.nCopies(1_000, checks))).isEqualTo(63);
    assertThat(NewRecord.fitting(List.of())).isEqualTo(1);
    assertThat(NewRecord.fitting(List.of(body("t1")))).isEqualTo(1);
  }

  @Test
  void tellsWhoAsksAgainForAMemberItsFateOnceItHasEnded() {
    assertThat(Stream.of(0, 1, 2, 3).map(place -> ended(DONE, place, BODIES.get(place))))
        .containsExactly("APPLIED", "EXCLUDED", "REFUSED", "-");
    assertThat(ended(APPLIED, 0, BODIES.get(0))).isEqualTo("-");
    assertThat(ended(DONE, 0, transfer("m1", "A", "C", cents(5)))).isEqualTo("-");
  }

  private static String ended(TransactionRecord record, int place, NewTransaction asked) {
    return word(Lookup.found(member(place), Optional.of(record), ZERO).ended(asked));
  }

  @Test
  void showsItsMembersWithTheTimesOfItsOwnSteps() {
    Timeline none = Timeline.NONE;
    Timeline decided = none.moved(State.PENDING, State.APPLIED, NOW);
    assertThat(PENDING.of(member(0)).timeline()).isEqualTo(none);
    assertThat(APPLIED.of(member(0)).timeline()).isEqualTo(decided);
    assertThat(DONE.of(member(0)).timeline())
        .isEqualTo(decided.moved(State.APPLIED, State.DONE, NOW));
    assertThat(EXCLUDING.of(member(1)).timeline())
        .isEqualTo(none.moved(State.PENDING, State.CANCELING, NOW));
  }

  @Test
  void showsItsMembersAsTheirDocumentsAndItselfWereChangedLast() {
    MemberDocument early = new MemberDocument(BATCH, BODIES.get(0), NOW.minusSeconds(9));
    MemberDocument late = new MemberDocument(BATCH, BODIES.get(0), NOW.plusSeconds(9));
    assertThat(DONE.of(early).lastModified()).isEqualTo(NOW);
    assertThat(DONE.of(late).lastModified()).isEqualTo(NOW.plusSeconds(9));
    assertThat(DONE.of(late).createdAt()).isEqualTo(NOW.plusSeconds(9));
    assertThat(DONE.of(member(3)).state()).as("left out").isEqualTo(State.PENDING);
    assertThat(Lookup.found(early, Optional.of(DONE), ZERO).transaction()).contains(DONE.of(early));
  }

  @Test
  void tellsWhatDecidesATransactionAndWhenItWasRead() {
    TransactionRecord alone = NewRecord.alone(body("t1"), OWNER).stored(NOW);
    Lookup read = Lookup.found(alone, Duration.ofSeconds(3));
    assertThat(read.decider()).contains(alone.id());
    assertThat(Lookup.found(member(0), Optional.of(DONE), ZERO).decider()).contains(BATCH);
    assertThat(
            TransactionLookup.of(read)
                .fold(
                    TransactionLookup.Found::readAt,
                    absent -> null,
                    unreadable -> null,
                    removed -> null))
        .isEqualTo(NOW.plusSeconds(3));
  }

  @Test
  void aMemberWhoseRecordIsAbsentIsFree() {
    Lookup free = Lookup.found(member(0), Optional.empty(), ZERO);
    assertThat(free.transaction().orElseThrow().state()).isEqualTo(State.PENDING);
    assertThat(Lookup.unreadable(member(0), "fault").transaction()).isEmpty();
  }

  private static MemberDocument member(int place) {
    return new MemberDocument(BATCH, BODIES.get(place), NOW);
  }

  @Test
  void isRemovedWithAReceiptIfThatIsAskedForAndNotBeforeItsStateHasEnded() {
    Retention day = new Retention(Duration.ofDays(1), true);
    Instant later = NOW.plus(Duration.ofDays(2));
    Removal ofMember = day.of(DONE, List.of(member(2)), later).get(0);
    assertThat(ofMember.receipt().orElseThrow().finishedAt()).isEqualTo(NOW);
    assertThat(day.of(DONE, List.of(), later))
        .containsExactly(new Removal(Either.left(DONE), Optional.empty()));
    TransactionRecord alone = NewRecord.alone(body("t1"), OWNER).stored(NOW);
    TransactionRecord canceled =
        after(
            alone,
            Transition.cancel(alone, ON_REQUEST, OWNER, List.of()),
            Transition.finish(alone.id(), State.CANCELING));
    assertThat(new Retention(Duration.ofDays(1), false).of(canceled, List.of(), later).get(0))
        .isEqualTo(new Removal(Either.left(canceled), Optional.empty()));
    assertThat(in(DONE, State.APPLIED, Optional.empty()).endedAt()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new Retention(ZERO, true));
  }

  @Test
  void keepsWhatWasCapturedAndWhenAndWhoCanceledIt() {
    NewTransaction terms = body("t1").authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)));
    RecordId t1 = RecordId.of(id("t1"));
    Owner rival = new Owner(APP, Optional.of(new OwnerId("host:2")), token("rival"));
    TransactionRecord captured =
        after(
            NewRecord.alone(terms, OWNER).stored(NOW),
            Transition.authorize(t1, epoch(1)),
            Transition.capture(id("t1"), epoch(1), List.of(3L, 3L), 0, rival));
    assertThat(captured.alone().orElseThrow().capturedOperations())
        .allMatch(operation -> operation.amount().equals(cents(3)));
    assertThat(captured.timeline().authorizedAt()).contains(NOW);
    assertThat(captured.timeline().decidedAt()).contains(NOW);
    TransactionRecord submitted = NewRecord.submitted(body("t1")).stored(NOW);
    TransactionRecord canceled =
        after(submitted, Transition.cancel(submitted, ON_REQUEST, rival, List.of()));
    assertThat(canceled.owner().orElseThrow().process()).as("nobody watches it").isEmpty();
    assertThat(canceled.endedAt()).contains(NOW);
  }
}
