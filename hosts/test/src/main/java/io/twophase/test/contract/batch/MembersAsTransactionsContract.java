package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What {@link TransactionRepository} shows of batches and their members. */
public abstract class MembersAsTransactionsContract extends BatchContract {

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected MembersAsTransactionsContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  private Transaction shown(String id) {
    TransactionLookup lookup = lookup(id);
    assertThat(lookup).isInstanceOf(TransactionLookup.Found.class);
    TransactionLookup.Found found = (TransactionLookup.Found) lookup;
    assertThat(found.batch()).isEqualTo(Option.some(BATCH));
    assertThat(found.record().body()).isEqualTo(body(id));
    assertThat(found.unmodifiedFor()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    return found.record();
  }

  private void areIn(State m1, State m2, State m3, State m4) {
    assertThat(List.of("m1", "m2", "m3", "m4"))
        .extracting(id -> shown(id).state())
        .containsExactly(m1, m2, m3, m4);
  }

  @Test
  void membersOfAPendingBatchArePendingButForTheExcluded() {
    begin(four());
    areIn(State.PENDING, State.PENDING, State.PENDING, State.PENDING);
    assertThat(shown("m1").epoch()).isEqualTo(epoch(1));
    assertThat(shown("m1").application()).isEqualTo(Option.some(APP));

    move(exclude("m2"), takeOver(1));

    areIn(State.PENDING, State.CANCELING, State.PENDING, State.PENDING);
    assertThat(shown("m2").reason()).isEqualTo(Option.some(ON_REQUEST));
    assertThat(shown("m1").epoch()).isEqualTo(epoch(2));
  }

  @Test
  void membersOfADecidedBatchAreWhatTheDecisionSays() {
    decided();
    areIn(State.APPLIED, State.CANCELING, State.CANCELING, State.PENDING);

    move(finish());

    areIn(State.DONE, State.CANCELED, State.CANCELED, State.PENDING);
    assertThat(shown("m2").reason()).isEqualTo(Option.some(ON_REQUEST));
    assertThat(shown("m3").reason()).isEqualTo(Option.some(new CancelReason.Refused(REFUSAL)));
    assertThat(shown("m1").reason()).isEmpty();
  }

  @Test
  void membersOfACanceledBatchAreCanceled() {
    begin(four());
    move(beginCancel());
    areIn(State.CANCELING, State.CANCELING, State.CANCELING, State.CANCELING);

    move(finishCancel());

    areIn(State.CANCELED, State.CANCELED, State.CANCELED, State.CANCELED);
    assertThat(shown("m1").reason()).isEqualTo(Option.some(ON_REQUEST));
  }

  @Test
  void aMemberThatItsBatchDoesNotKnowIsPending() {
    batches().bury(List.of(BATCH));
    batches().begin(batch(BATCH, "m1"), OWNER);

    assertThat(shown("m1").state()).isEqualTo(State.PENDING);
    assertThat(shown("m1").application()).isEmpty();
  }

  @Test
  void aMemberIsDecidedWhenItsBatchIsAndStaysSo() {
    decided();
    Option<Instant> applied = shown("m1").timeline().decidedAt();

    move(finish());

    assertThat(applied).isNotEmpty();
    assertThat(shown("m1").timeline().decidedAt()).isEqualTo(applied);
    assertThat(read(BATCH).decidedAt()).isEqualTo(applied);
  }

  @Test
  void aScanOfAnAccountShowsItsMembers() {
    begin(four());
    String account = body("m1").accountOperations().get(0).account().value();

    List<TransactionId> seen = new ArrayList<>();
    transactions()
        .scan(
            accountId(account),
            lookup -> seen.add(((TransactionLookup.Found) lookup).record().id()));

    assertThat(seen).contains(transactionId("m1"));
  }

  @Test
  void membersAreListedByTheirLabels() {
    Labels labels = Labels.NONE.referenced("invoice 7");
    begin(new NewBatch(BATCH, List.of(body("m1").labelled(labels), body("m2")), false));

    assertThat(
            transactions().latest(new TransactionQuery(Option.none(), Option.none(), labels, 10)))
        .extracting(lookup -> ((TransactionLookup.Found) lookup).record().body())
        .containsExactly(body("m1").labelled(labels));
  }

  @Test
  void theLatestOfAMemberIsWhatTheDecisionSays() {
    decided();

    TransactionLookup latest = transactions().findLatest(transactionId("m1"));

    assertThat(((TransactionLookup.Found) latest).record().state()).isEqualTo(State.APPLIED);
    assertThat(((TransactionLookup.Found) latest).batch()).isEqualTo(Option.some(BATCH));
  }

  @Test
  void noTransitionMatchesAMember() {
    begin(four());
    TransactionId m1 = transactionId("m1");

    assertThat(
            List.<Transition>of(
                new Transition.Claim(m1, APP, token("t")),
                new Transition.TakeOver(m1, epoch(1), APP, token("t")),
                new Transition.Decide(m1, epoch(1)),
                new Transition.Finish(m1),
                new Transition.BeginCancel(m1, epoch(1), ON_REQUEST, token("t")),
                new Transition.FinishCancel(m1),
                new Transition.CancelUnclaimed(m1, ON_REQUEST, token("t"))))
        .allSatisfy(
            transition ->
                assertThat(transactions().advance(List.of(transition)))
                    .containsExactly(MatchOutcome.NOT_MATCHED));
    assertThat(shown("m1").state()).isEqualTo(State.PENDING);
  }

  @Test
  void noTransitionMatchesABatch() {
    begin(four());
    TransactionId id = new TransactionId(BATCH.value());

    assertThat(
            transactions().advance(List.of(new Transition.TakeOver(id, epoch(1), APP, token("t")))))
        .containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(transactions().advance(List.of(new Transition.Decide(id, epoch(1)))))
        .containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(read(BATCH).state()).isEqualTo(State.PENDING);
  }

  @Test
  void theRecordOfABatchIsNoTransaction() {
    begin(four());

    TransactionLookup lookup = lookup(BATCH.value());

    assertThat(lookup).isInstanceOf(TransactionLookup.Unreadable.class);
    assertThat(((TransactionLookup.Unreadable) lookup).id()).isEqualTo(BATCH.value());
  }

  @Test
  void aScanShowsMembersBesideLoneRecordsAndNoBatch() {
    beginAlone("m0");
    decided();
    beginAlone("m5");
    List<TransactionLookup> seen = new ArrayList<>();

    transactions().scan(seen::add);

    assertThat(names(seen)).containsExactly("m0", "m1", "m2", "m3", "m4", "m5");
    assertThat(states(seen))
        .containsExactly(
            State.PENDING,
            State.APPLIED,
            State.CANCELING,
            State.CANCELING,
            State.PENDING,
            State.PENDING);
    assertThat(seen)
        .extracting(lookup -> ((TransactionLookup.Found) lookup).batch().isDefined())
        .containsExactly(false, true, true, true, true, false);
  }

  @Test
  void theLatestAreMembersTooUnlessAStateIsAskedFor() {
    begin(four());
    beginAlone("m5");

    assertThat(names(transactions().latest(query(Option.none(), Option.none()))))
        .containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
    assertThat(names(transactions().latest(query(Option.none(), Option.some("A")))))
        .containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
    assertThat(transactions().latest(query(Option.none(), Option.some("C")))).isEmpty();
    assertThat(names(transactions().latest(query(Option.some(State.PENDING), Option.none()))))
        .containsExactly("m5");
  }

  private static TransactionQuery query(Option<State> state, Option<String> account) {
    return new TransactionQuery(state, account.map(id -> accountId(id)), 100);
  }

  @Test
  void noMemberAndNoBatchIsAnUnfinishedTransaction() {
    begin(four());
    beginAlone("m5");

    assertThat(
            names(
                transactions().unfinished(new UnfinishedQuery(Duration.ZERO, Option.none(), 100))))
        .containsExactly("m5");
  }

  private static List<String> names(List<TransactionLookup> lookups) {
    return lookups.stream()
        .map(lookup -> ((TransactionLookup.Found) lookup).record().id().value())
        .toList();
  }

  private static List<State> states(List<TransactionLookup> lookups) {
    return lookups.stream()
        .map(lookup -> ((TransactionLookup.Found) lookup).record().state())
        .toList();
  }
}
