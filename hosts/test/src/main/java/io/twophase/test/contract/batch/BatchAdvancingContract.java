package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.BatchRepository;
import io.twophase.test.contract.Race;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link BatchRepository#advance}. */
public abstract class BatchAdvancingContract extends BatchContract {

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected BatchAdvancingContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  /** Ways to each state, each with one that a careless guard would take for another. */
  static List<List<BatchTransition>> ways() {
    return List.of(
        List.of(),
        List.of(exclude("m2")),
        List.of(exclude("m2"), exclude("m1")),
        List.of(takeOver(1)),
        List.of(exclude("m2"), decide()),
        List.of(exclude("m2"), decide(), finish()),
        List.of(beginCancel()),
        List.of(exclude("m2"), beginCancel(), finishCancel()));
  }

  private static List<BatchTransition> every() {
    return List.of(
        takeOver(1),
        takeOver(2),
        exclude("m1"),
        exclude("m2"),
        exclude("nobody"),
        decide(),
        new BatchTransition.Decide(BATCH, epoch(1), LinkedHashMap.empty(), Verdict.allApplied()),
        new BatchTransition.Decide(BATCH, epoch(2), LinkedHashMap.empty(), Verdict.allApplied()),
        finish(),
        beginCancel(),
        finishCancel());
  }

  static Stream<List<List<BatchTransition>>> eachAfterEach() {
    return ways().stream()
        .flatMap(way -> every().stream().map(transition -> List.of(way, List.of(transition))));
  }

  @ParameterizedTest
  @MethodSource("eachAfterEach")
  void aTransitionIsMatchedWhereTheDomainSaysAndLeavesWhatItSays(
      List<List<BatchTransition>> wayAndNext) {
    begin(four());
    move(wayAndNext.get(0).toArray(BatchTransition[]::new));
    BatchRecord before = withoutTimes(read(BATCH));
    BatchTransition next = wayAndNext.get(1).get(0);
    Either<BatchTransition.NotApplicable, BatchRecord> expected = next.apply(before, Instant.EPOCH);

    MatchOutcome outcome = moved(next);

    assertThat(outcome)
        .isEqualTo(expected.isRight() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    assertThat(withoutTimes(read(BATCH))).isEqualTo(expected.getOrElse(before));
  }

  @Test
  void aTombstoneIsMovedByNothing() {
    assertThat(batches().bury(List.of(BATCH))).containsExactly(BeginOutcome.BEGUN);

    for (BatchTransition transition : every()) {
      assertThat(moved(transition)).isEqualTo(MatchOutcome.NOT_MATCHED);
    }
    assertThat(withoutTimes(read(BATCH))).isEqualTo(BatchRecord.tombstone(BATCH, Instant.EPOCH));
  }

  @Test
  void whatIsNotThereIsMovedByNothing() {
    begin(batch(OTHER, "m1"));

    for (BatchTransition transition : every()) {
      assertThat(moved(transition)).isEqualTo(MatchOutcome.NOT_MATCHED);
    }
    assertThat(batches().find(List.of(BATCH)).get(0).read()).isEmpty();
  }

  @Test
  void aCallMovesSeveralEachByItself() {
    begin(batch(BATCH, "m1"));
    begin(batch(OTHER, "m2"));

    List<MatchOutcome> outcomes =
        batches()
            .advance(
                List.of(
                    new BatchTransition.TakeOver(BATCH, epoch(1), RIVAL),
                    new BatchTransition.TakeOver(OTHER, epoch(2), RIVAL)));

    assertThat(outcomes).containsExactly(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
    assertThat(read(BATCH).epoch()).isEqualTo(epoch(2));
    assertThat(read(OTHER).epoch()).isEqualTo(epoch(1));
  }

  @Test
  void refusalsAndReasonsAreReadBackAsTheyWereDecided() {
    LinkedHashMap<io.twophase.domain.id.TransactionId, HoldRefusal> refused =
        LinkedHashMap.of(
            transactionId("m4"),
            new HoldRefusal.InsufficientFunds(new AccountId("$a 😀"), usd("0"), usd("0.01")),
            transactionId("m3"),
            new HoldRefusal.CeilingReached(new AccountId("A"), usd("1"), usd("2")),
            transactionId("m2"),
            new HoldRefusal.AccountFrozen(new AccountId("A")));
    begin(four());
    CancelReason why = new CancelReason.Requested("a.b $c '\"{}\\\n😀");
    move(new BatchTransition.Exclude(BATCH, transactionId("m1"), why));
    move(
        new BatchTransition.Decide(
            BATCH,
            epoch(1),
            LinkedHashMap.of(transactionId("m1"), why),
            new Verdict(refused, LinkedHashSet.empty())));

    BatchRecord read = read(BATCH);

    assertThat(read.verdict().refused()).isEqualTo(refused);
    assertThat(read.verdict().refused().keySet().toJavaList())
        .isEqualTo(transactionIds("m4", "m3", "m2"));
    assertThat(read.excluded().get(transactionId("m1"))).isEqualTo(Option.some(why));
  }

  @Test
  void aRecordThatIsChangedIsNotOlderThanBefore() {
    begin(four());
    Instant begun = read(BATCH).lastModified();

    move(takeOver(1));

    assertThat(read(BATCH).lastModified()).isAfterOrEqualTo(begun);
    assertThat(read(BATCH).createdAt()).isEqualTo(begun);
  }

  @Test
  void ofManyWhoTakeABatchOverOneDoes() {
    begin(four());

    List<MatchOutcome> outcomes =
        Race.of(
            8,
            runner ->
                moved(
                    new BatchTransition.TakeOver(
                        BATCH,
                        epoch(1),
                        new BatchRecord.Owner(
                            RIVAL.application(), Option.none(), token("runner " + runner)))));

    assertThat(outcomes).filteredOn(outcome -> outcome == MatchOutcome.MATCHED).hasSize(1);
    int winner = outcomes.indexOf(MatchOutcome.MATCHED);
    assertThat(read(BATCH).isOwnedBy(token("runner " + winner))).isTrue();
  }

  @Test
  void anExclusionIsInTheDecisionOrComesTooLate() {
    for (int round = 0; round < 20; round++) {
      BatchId id = new BatchId("batch:race-" + round);
      String member = "member-" + round;
      begin(batch(id, member));
      BatchTransition exclude =
          new BatchTransition.Exclude(id, transactionId(member), new CancelReason.Recovered());
      BatchTransition decide =
          new BatchTransition.Decide(id, epoch(1), LinkedHashMap.empty(), Verdict.allApplied());

      List<MatchOutcome> outcomes = Race.of(2, runner -> moved(runner == 0 ? exclude : decide));

      assertThat(outcomes).containsOnlyOnce(MatchOutcome.MATCHED);
      assertThat(read(id).excluded().nonEmpty()).isEqualTo(outcomes.get(0) == MatchOutcome.MATCHED);
    }
  }
}
