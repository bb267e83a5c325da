package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** {@link TransactionRepository#unfinished}, and the tombstones that keep an id for good. */
public abstract class UnfinishedContract extends TransactionContract {

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance by a few milliseconds
   */
  protected UnfinishedContract(Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  @Test
  void allThatIsNeitherDoneNorCanceledNorAuthorizedIsUnfinished() {
    for (State state : State.values()) {
      store(body(state.name()), state);
    }

    assertThat(unfinished(Duration.ZERO, Option.none(), 10))
        .containsExactlyInAnyOrder("INITIAL", "PENDING", "APPLIED", "CANCELING");
  }

  @Test
  void whatHasNotChangedForLongestComesFirst() {
    for (String id : List.of("t1", "t2", "t3")) {
      store(body(id), State.PENDING);
      letTimePass.run();
    }
    advance(new Transition.Decide(transactionId("t1"), Epoch.FIRST));

    assertThat(unfinished(Duration.ZERO, Option.none(), 10)).containsExactly("t2", "t3", "t1");
    assertThat(unfinished(Duration.ZERO, Option.none(), 2)).containsExactly("t2", "t3");
  }

  @Test
  void thoseThatAreSkippedAreTheFirstAndTheLimitCountsFromThere() {
    for (String id : List.of("t1", "t2", "t3", "t4")) {
      store(body(id), State.PENDING);
      letTimePass.run();
    }

    assertThat(ids(query(Duration.ZERO, Option.none(), 2).withSkip(1))).containsExactly("t2", "t3");
    assertThat(ids(query(Duration.ZERO, Option.some(APP), 2).withSkip(3))).containsExactly("t4");
    assertThat(ids(query(Duration.ZERO, Option.none(), 2).withSkip(4))).isEmpty();
  }

  @Test
  void pagesFollowOneAnotherThoughRecordsOfThemChange() {
    begin(begun(body("t2")), begun(body("t1")), begun(body("t3")));
    letTimePass.run();
    store(body("t0"), State.PENDING);
    letTimePass.run();
    UnfinishedQuery first = query(Duration.ZERO, Option.none(), 1);
    List<String> shown = new ArrayList<>();

    List<TransactionLookup> page = transactions().unfinished(first);
    for (int at = 0; at < 5 && !page.isEmpty(); at++) {
      Transaction record = ((TransactionLookup.Found) page.get(0)).record();
      shown.add(record.id().value());
      if (shown.size() == 1) {
        advance(new Transition.Decide(record.id(), Epoch.FIRST));
      }
      page = transactions().unfinished(first.after(record));
    }

    assertThat(shown).containsExactly("t1", "t2", "t3", "t0", "t1");
    assertThat(page).isEmpty();
  }

  @Test
  void aPlaceGoesWithAnAgeAnApplicationAndASkip() {
    begin(begun(body("t1")), begun(body("t2")), begun(body("t3")), submitted(body("t4")));
    UnfinishedQuery query = query(Duration.ZERO, Option.some(APP), 9).after(read("t1"));

    assertThat(ids(query)).containsExactly("t2", "t3");
    assertThat(ids(query.withSkip(1))).containsExactly("t3");
    assertThat(ids(query.withLimit(1))).containsExactly("t2");
    assertThat(ids(query(Duration.ofMinutes(30), Option.some(APP), 9).after(read("t1")))).isEmpty();
  }

  @Test
  void whatHasChangedLatelyIsLeftOut() {
    store(body("t1"), State.PENDING);

    assertThat(unfinished(Duration.ofMinutes(30), Option.none(), 10)).isEmpty();
  }

  @Test
  void onlyWhatAnApplicationOwnedLastIsGivenWhereItIsAskedFor() {
    store(body("t1"), State.PENDING);
    store(body("t2"), State.PENDING);
    store(body("t3"), State.INITIAL);
    advance(
        new Transition.TakeOver(
            transactionId("t2"), Epoch.FIRST, application("other"), token("other")));

    assertThat(unfinished(Duration.ZERO, Option.some(APP), 10)).containsExactly("t1");
    assertThat(unfinished(Duration.ZERO, Option.some(application("other")), 10))
        .containsExactly("t2");
  }

  @Test
  void aTombstoneKeepsItsIdForGood() {
    begin(new NewRecord.Tombstone(transactionId("t1")));

    assertThat(transactions().begin(List.of(begun(body("t1")))))
        .containsExactly(BeginOutcome.ID_TAKEN);
    Transaction record = read("t1");
    assertThat(record.state()).isEqualTo(State.CANCELED);
    assertThat(record.body()).isEqualTo(NewTransaction.tombstone(transactionId("t1")));
    assertThat(record.reason()).contains(new CancelReason.NeverBegun());
  }

  @Test
  void aTombstoneDoesNotTakeThePlaceOfARecord() {
    store(body("t1"), State.PENDING);

    assertThat(transactions().begin(List.of(new NewRecord.Tombstone(transactionId("t1")))))
        .containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(read("t1").body()).isEqualTo(body("t1"));
  }

  @Test
  void aNoteIsReadBackAsItWasStored() {
    NewTransaction noted = body("t1").noted("sent twice – sorry");
    begin(begun(noted));

    assertThat(read("t1").body()).isEqualTo(noted);
  }

  private List<String> unfinished(
      Duration unmodifiedFor, Option<ApplicationName> application, int limit) {
    return ids(query(unmodifiedFor, application, limit));
  }

  private static UnfinishedQuery query(
      Duration unmodifiedFor, Option<ApplicationName> application, int limit) {
    return new UnfinishedQuery(unmodifiedFor, application, limit);
  }

  private List<String> ids(UnfinishedQuery query) {
    return transactions().unfinished(query).stream()
        .map(lookup -> ((TransactionLookup.Found) lookup).record().id().value())
        .toList();
  }
}
