package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.BatchRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link BatchRepository#take}. */
public abstract class MemberTakingContract extends BatchContract {

  private static final Option<OwnerId> PROCESS = Option.some(new OwnerId("host:7"));

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected MemberTakingContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  private MatchOutcome take(MemberTake take) {
    List<MatchOutcome> outcomes = batches().take(List.of(take));
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  private static MemberTake into(String member, BatchId into) {
    return new MemberTake.IntoBatch(member(BATCH, member), into);
  }

  private static MemberTake alone(MemberDocument free) {
    return new MemberTake.Alone(free, APP, PROCESS, token("taker"));
  }

  private Transaction record(String id) {
    TransactionLookup.Found found = (TransactionLookup.Found) lookup(id);
    assertThat(found.batch()).isEmpty();
    return found.record();
  }

  @Test
  void aMemberIsTakenIntoAnotherBatch() {
    begin(four());

    assertThat(take(into("m1", OTHER))).isEqualTo(MatchOutcome.MATCHED);

    assertThat(document("m1")).isEqualTo(Option.some(member(OTHER, "m1")));
    assertThat(take(into("m1", OTHER))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(document("m2")).isEqualTo(Option.some(member(BATCH, "m2")));
  }

  @Test
  void aMemberGoesOnAlone() {
    begin(four());

    assertThat(take(alone(member(BATCH, "m1")))).isEqualTo(MatchOutcome.MATCHED);

    Transaction record = record("m1");
    assertThat(record.state()).isEqualTo(State.PENDING);
    assertThat(record.epoch()).isEqualTo(epoch(1));
    assertThat(record.body()).isEqualTo(body("m1"));
    assertThat(record.application()).isEqualTo(Option.some(APP));
    assertThat(record.owner()).isEqualTo(PROCESS);
    assertThat(record.isOwnedBy(token("taker"))).isTrue();
    assertThat(transactions().advance(List.of(decide("m1")))).containsExactly(MatchOutcome.MATCHED);
    assertThat(record("m1").state()).isEqualTo(State.APPLIED);
  }

  private static Transition decide(String id) {
    return new Transition.Decide(transactionId(id), epoch(1));
  }

  @Test
  void aMemberIsCanceledAlone() {
    begin(four());

    assertThat(take(new MemberTake.Canceled(member(BATCH, "m1"), ON_REQUEST, token("canceller"))))
        .isEqualTo(MatchOutcome.MATCHED);

    Transaction record = record("m1");
    assertThat(record.state()).isEqualTo(State.CANCELED);
    assertThat(record.reason()).isEqualTo(Option.some(ON_REQUEST));
    assertThat(record.body()).isEqualTo(body("m1"));
  }

  @Test
  void whatIsLoneAlreadyIsNotTakenAgain() {
    begin(four());
    take(alone(member(BATCH, "m1")));

    assertThat(take(into("m1", OTHER))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(take(new MemberTake.Canceled(member(BATCH, "m1"), ON_REQUEST, token("canceller"))))
        .isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(record("m1").state()).isEqualTo(State.PENDING);
  }

  @Test
  void aMemberOfAnotherBatchIsNotTaken() {
    begin(four());

    assertThat(take(alone(member(OTHER, "m1")))).isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(document("m1")).isEqualTo(Option.some(member(BATCH, "m1")));
  }

  @Test
  void anotherBodyIsNotTaken() {
    begin(four());

    assertThat(take(alone(new MemberDocument(BATCH, transfer("m1", "A", "B", cents(2))))))
        .isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(take(alone(new MemberDocument(BATCH, transfer("m1", "A", "C", cents(1))))))
        .isEqualTo(MatchOutcome.NOT_MATCHED);

    assertThat(document("m1")).isEqualTo(Option.some(member(BATCH, "m1")));
  }

  @Test
  void whatIsAbsentIsNotTaken() {
    assertThat(take(alone(member(BATCH, "m1")))).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(lookup("m1")).isInstanceOf(TransactionLookup.Absent.class);
  }

  @Test
  void aCallTakesSeveralEachAsItSays() {
    begin(four());

    List<MatchOutcome> outcomes =
        batches()
            .take(
                List.of(
                    into("m4", OTHER),
                    alone(member(OTHER, "m3")),
                    alone(member(BATCH, "m2")),
                    new MemberTake.Canceled(member(BATCH, "m1"), ON_REQUEST, token("canceller"))));

    assertThat(outcomes)
        .containsExactly(
            MatchOutcome.MATCHED,
            MatchOutcome.NOT_MATCHED,
            MatchOutcome.MATCHED,
            MatchOutcome.MATCHED);
    assertThat(document("m4")).isEqualTo(Option.some(member(OTHER, "m4")));
    assertThat(document("m3")).isEqualTo(Option.some(member(BATCH, "m3")));
    assertThat(record("m2").state()).isEqualTo(State.PENDING);
    assertThat(record("m1").state()).isEqualTo(State.CANCELED);
  }

  @Test
  void ofManyWhoTakeAMemberOneDoes() {
    begin(four());

    List<MatchOutcome> outcomes =
        Race.of(
            8,
            runner ->
                take(
                    runner % 2 == 0
                        ? into("m1", new BatchId("batch:runner-" + runner))
                        : alone(member(BATCH, "m1"))));

    assertThat(outcomes).containsOnlyOnce(MatchOutcome.MATCHED);
  }
}
