package io.twophase.test.contract.transaction;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.domain.transaction.Transition.BeginCancel;
import io.twophase.domain.transaction.Transition.CancelUnclaimed;
import io.twophase.domain.transaction.Transition.Claim;
import io.twophase.domain.transaction.Transition.Decide;
import io.twophase.domain.transaction.Transition.Finish;
import io.twophase.domain.transaction.Transition.FinishCancel;
import io.twophase.domain.transaction.Transition.TakeOver;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link TransactionRepository#advance}. */
public abstract class AdvancingContract extends TransactionContract {

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AdvancingContract(Supplier<TransactionRepository> fresh) {
    super(fresh);
  }

  /** Every kind of transition of {@code id}, as asked by one who has seen {@code epoch}. */
  private static List<Transition> everyTransition(TransactionId id, Epoch epoch) {
    return List.of(
        new Claim(id, application("Claimer"), token("claimer")),
        new TakeOver(id, epoch, application("Taker"), token("taker")),
        new Decide(id, epoch),
        new Finish(id),
        new BeginCancel(id, epoch, new CancelReason.Recovered(), token("other")),
        new CancelUnclaimed(id, new CancelReason.Requested("no"), token("other")),
        new FinishCancel(id));
  }

  @ParameterizedTest
  @EnumSource
  void everyTransitionDoesInEveryStateWhatTheDomainSays(State state) {
    List<Transition> transitions = new ArrayList<>();
    for (Epoch seen : List.of(Epoch.NONE, Epoch.FIRST, epoch(2))) {
      for (int kind = 0; kind < 7; kind++) {
        TransactionId id = transactionId("kind " + kind + ", epoch " + seen);
        transitions.add(everyTransition(id, seen).get(kind));
      }
    }
    List<TransactionId> ids = transitions.stream().map(Transition::transaction).toList();
    storeAll(ids.stream().map(id -> body(id.value())).toList(), state);
    List<Transaction> before = readAll(ids);

    List<MatchOutcome> outcomes = transitions.stream().map(this::moved).toList();

    List<Transaction> after = readAll(ids);
    assertThat(outcomes).hasSameSizeAs(transitions);
    for (int at = 0; at < transitions.size(); at++) {
      assertMovedAsTheDomainSays(
          transitions.get(at), before.get(at), outcomes.get(at), after.get(at));
    }
  }

  private static void assertMovedAsTheDomainSays(
      Transition transition, Transaction before, MatchOutcome outcome, Transaction after) {
    Either<?, Transaction> expected = transition.apply(before, after.lastModified());
    assertThat(outcome)
        .describedAs("%s of %s", transition, before)
        .isEqualTo(expected.isRight() ? MATCHED : NOT_MATCHED);
    assertThat(withoutTimes(after))
        .describedAs("%s of %s", transition, before)
        .isEqualTo(withoutTimes(expected.getOrElse(before)));
    assertThat(after.createdAt()).isEqualTo(before.createdAt());
    assertThat(after.lastModified()).isAfterOrEqualTo(before.lastModified());
  }

  @Test
  void aTransactionThatIsNotThereIsNotMoved() {
    for (Transition transition : everyTransition(transactionId("nowhere"), Epoch.NONE)) {
      assertThat(moved(transition)).isEqualTo(NOT_MATCHED);
    }
    assertThat(transactions().find(ids("nowhere")))
        .containsExactly(new TransactionLookup.Absent(transactionId("nowhere")));
  }

  @Test
  void aTakeOverFencesOffTheOwnerBefore() {
    store(body("t1"), State.PENDING);
    advance(new TakeOver(transactionId("t1"), epoch(1), application("App2"), token("second")));

    assertThat(moved(new Decide(transactionId("t1"), epoch(1)))).isEqualTo(NOT_MATCHED);
    assertThat(read("t1")).isIn(State.PENDING).isAtEpoch(2).isOwnedBy(token("second"));
    advance(new Decide(transactionId("t1"), epoch(2)));
    assertThat(read("t1")).isIn(State.APPLIED).isAtEpoch(2).isOwnedBy(token("second"));
  }

  @Test
  void aTransitionAskedAgainIsNotMadeAgain() {
    store(body("t1"), State.PENDING);
    Transition takeOver = new TakeOver(transactionId("t1"), epoch(1), APP, token("second"));
    advance(takeOver);
    Transaction before = read("t1");

    assertThat(moved(takeOver)).isEqualTo(NOT_MATCHED);
    assertThat(read("t1")).isEqualTo(before);
  }

  @Test
  void ofDecisionAndCancellationTheFirstWins() {
    store(body("t1"), State.PENDING);
    store(body("t2"), State.PENDING);
    Transition decide = new Decide(transactionId("t1"), epoch(1));
    Transition cancel = new BeginCancel(transactionId("t1"), epoch(1), ON_REQUEST, token("c"));

    advance(decide);
    assertThat(moved(cancel)).isEqualTo(NOT_MATCHED);
    assertThat(read("t1")).isIn(State.APPLIED).wasNotCanceled();
    advance(new BeginCancel(transactionId("t2"), epoch(1), ON_REQUEST, token("c")));
    assertThat(moved(new Decide(transactionId("t2"), epoch(1)))).isEqualTo(NOT_MATCHED);
    assertThat(read("t2")).isIn(State.CANCELING).wasCanceledFor(ON_REQUEST);
  }

  @Test
  void eachOfABatchHasItsOwnAnswerInTheOrderAsked() {
    store(body("initial"), State.INITIAL);
    store(body("pending"), State.PENDING);
    store(body("late"), State.PENDING);
    store(body("applied"), State.APPLIED);
    store(body("done"), State.DONE);
    store(body("canceling"), State.CANCELING);

    assertThat(
            transactions()
                .advance(
                    List.of(
                        new Finish(transactionId("applied")),
                        new Decide(transactionId("late"), epoch(2)),
                        new Claim(transactionId("initial"), APP, token("mine")),
                        new FinishCancel(transactionId("nowhere")),
                        new Decide(transactionId("pending"), epoch(1)),
                        new Decide(transactionId("done"), epoch(2)),
                        new FinishCancel(transactionId("canceling")))))
        .containsExactly(MATCHED, NOT_MATCHED, MATCHED, NOT_MATCHED, MATCHED, NOT_MATCHED, MATCHED);
    assertThat(read("initial")).isIn(State.PENDING).isAtEpoch(1).isOwnedBy(token("mine"));
    assertThat(read("pending")).isIn(State.APPLIED);
    assertThat(read("late")).isIn(State.PENDING);
    assertThat(read("applied")).isIn(State.DONE);
    assertThat(read("done")).isIn(State.DONE);
    assertThat(read("canceling")).isIn(State.CANCELED).wasCanceledFor(ON_REQUEST);
  }

  @Test
  void aThousandAreMovedInOneCall() {
    transactions().begin(IntStream.range(0, 1_000).mapToObj(n -> begun(body("t" + n))).toList());
    List<Transition> decisions =
        IntStream.range(0, 1_000)
            .<Transition>mapToObj(n -> new Decide(transactionId("t" + n), epoch(1)))
            .toList();

    assertThat(transactions().advance(decisions)).hasSize(1_000).containsOnly(MATCHED);
    assertThat(transactions().advance(decisions)).hasSize(1_000).containsOnly(NOT_MATCHED);
    assertThat(read("t999")).isIn(State.APPLIED);
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(transactions().advance(List.of())).isEmpty();
  }

  @Test
  void theHistoryTellsEachStepAndTheLastOwner() {
    begin(submitted(body("t1")));
    advance(
        new Claim(transactionId("t1"), APP, token("first")),
        new TakeOver(transactionId("t1"), epoch(1), application("App2"), token("second")),
        new Decide(transactionId("t1"), epoch(2)),
        new Finish(transactionId("t1")));

    List<HistoryEntry> history = read("t1").history();
    assertThat(history)
        .extracting(HistoryEntry::state)
        .containsExactly(State.INITIAL, State.PENDING, State.PENDING, State.APPLIED, State.DONE);
    assertThat(history)
        .extracting(entry -> entry.epoch().value())
        .containsExactly(0L, 1L, 2L, 2L, 2L);
    assertThat(history)
        .extracting(entry -> entry.application().map(Object::toString).getOrElse("nobody"))
        .containsExactly("nobody", "nobody", "App2", "App2", "App2");
  }

  @Test
  void theTimesAreThoseOfTheStepsInTheirOrder() {
    begin(submitted(body("t1")));
    Claim claim = new Claim(transactionId("t1"), APP, token("first"));
    advance(claim, new TakeOver(transactionId("t1"), epoch(1), APP, token("second")));
    assertThat(read("t1").timeline().decidedAt()).isEmpty();
    advance(new BeginCancel(transactionId("t1"), epoch(2), ON_REQUEST, token("third")));
    Transaction canceling = read("t1");
    assertThat(canceling.timeline().finishedAt()).isEmpty();
    advance(new FinishCancel(transactionId("t1")));

    Transaction record = read("t1");
    Timeline timeline = record.timeline();
    List<Instant> times =
        List.of(
            timeline.claimedAt().get(),
            timeline.takenOverAt().get(),
            timeline.decidedAt().get(),
            timeline.finishedAt().get());
    assertThat(times).isSorted();
    // a server may read its clock for each of the fields, so that they differ by a little
    assertThat(timeline.finishedAt().get()).isAfterOrEqualTo(canceling.lastModified());
    assertThat(record.lastModified()).isAfterOrEqualTo(canceling.lastModified());
  }

  @RepeatedTest(5)
  void ofManyWhoTakeOverAnEpochOneDoesAndTheRecordIsIts() {
    store(body("t1"), State.PENDING);

    for (long at = 1; at <= 3; at++) {
      Epoch seen = epoch(at);
      List<MatchOutcome> outcomes =
          Race.of(
              8,
              runner -> moved(new TakeOver(transactionId("t1"), seen, APP, token("r" + runner))));

      assertThat(outcomes).containsOnlyOnce(MATCHED);
      assertThat(read("t1")).isAtEpoch(at + 1).isOwnedBy(token("r" + outcomes.indexOf(MATCHED)));
    }
  }

  @RepeatedTest(5)
  void ofADecisionACancellationAndATakeOverAtOnceOneIsMade() {
    store(body("t1"), State.PENDING);
    List<Transition> rivals =
        List.of(
            new Decide(transactionId("t1"), epoch(1)),
            new BeginCancel(transactionId("t1"), epoch(1), ON_REQUEST, token("c")),
            new TakeOver(transactionId("t1"), epoch(1), APP, token("t")));

    List<MatchOutcome> outcomes = Race.of(3, runner -> moved(rivals.get(runner)));

    assertThat(outcomes).containsOnlyOnce(MATCHED);
    assertThat(read("t1")).isIn(rivals.get(outcomes.indexOf(MATCHED)).to());
  }

  @Test
  void whoTakesTurnsByTakeOverNeverSharesAnEpoch() {
    store(body("t1"), State.PENDING);

    List<List<Long>> owned = Race.of(4, this::takeOverTenTimes);

    List<Long> all = owned.stream().flatMap(List::stream).sorted().toList();
    assertThat(all).isEqualTo(IntStream.rangeClosed(2, 41).mapToObj(Long::valueOf).toList());
    assertThat(read("t1")).isAtEpoch(41);
  }

  private List<Long> takeOverTenTimes(int runner) {
    List<Long> owned = new ArrayList<>();
    while (owned.size() < 10) {
      Epoch seen = read("t1").epoch();
      if (moved(new TakeOver(transactionId("t1"), seen, APP, token("r" + runner))) == MATCHED) {
        owned.add(seen.next().value());
      }
    }
    return owned;
  }
}
