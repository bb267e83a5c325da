package io.twophase.test.contract.transaction;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.TransactionRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link TransactionRepository#ended} and {@link TransactionRepository#remove}. */
public abstract class RetentionContract extends TransactionContract {

  private final Runnable letTimePass;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param letTimePass lets the store's clock advance by a few milliseconds
   */
  protected RetentionContract(Supplier<TransactionRepository> fresh, Runnable letTimePass) {
    super(fresh);
    this.letTimePass = letTimePass;
  }

  @Test
  void whatIsDoneOrCanceledHasEndedAndNothingElse() {
    for (State state : State.values()) {
      store(body(state.name()), state);
    }

    assertThat(ended(new EndedQuery(Duration.ZERO, 10)))
        .containsExactlyInAnyOrder("DONE", "CANCELED");
    assertThat(ended(new EndedQuery(Duration.ofHours(1), 10))).isEmpty();
  }

  @Test
  void whatWasFinishedFirstComesFirstAndOneAtATimeFollows() {
    for (String id : List.of("t3", "t1")) {
      store(body(id), State.DONE);
      letTimePass.run();
    }
    storeAll(List.of(body("t4"), body("t2")), State.CANCELED);
    EndedQuery one = new EndedQuery(Duration.ZERO, 1);
    List<String> shown = new ArrayList<>();

    EndedQuery query = one;
    for (List<TransactionLookup> page = transactions().ended(query);
        !page.isEmpty() && shown.size() < 9;
        page = transactions().ended(query)) {
      Transaction record = recordOf(page.get(0));
      shown.add(record.id().value());
      query = query.after(record);
    }

    assertThat(shown).startsWith("t3", "t1").hasSize(4).contains("t2", "t4");
    assertThat(ended(one.withSkip(1))).containsExactly("t1");
    assertThat(ended(one.after(read("t3")).withSkip(1))).hasSize(1).isSubsetOf("t2", "t4");
  }

  @Test
  void whatWasFinishedInOneMillisecondIsPagedById() {
    for (int n = 0; n < 40; n++) {
      store(body("t" + (99 - n)), State.DONE);
    }
    List<Transaction> inOrder =
        transactions().ended(new EndedQuery(Duration.ZERO, 100)).stream()
            .map(TransactionContract::recordOf)
            .sorted(
                Comparator.comparing((Transaction record) -> record.timeline().finishedAt().get())
                    .thenComparing(Transaction::id))
            .toList();
    List<String> shown = new ArrayList<>();

    EndedQuery query = new EndedQuery(Duration.ZERO, 3);
    for (List<TransactionLookup> page = transactions().ended(query);
        !page.isEmpty() && shown.size() < 99;
        page = transactions().ended(query)) {
      page.forEach(lookup -> shown.add(recordOf(lookup).id().value()));
      query = query.after(recordOf(page.get(page.size() - 1)));
    }

    assertThat(shown)
        .as("none is missed between two pages")
        .containsExactlyInAnyOrderElementsOf(
            inOrder.stream().map(record -> record.id().value()).toList());
  }

  @Test
  void whatIsRemovedIsGoneAndItsIdIsFree() {
    store(body("t1"), State.DONE);
    store(body("t2"), State.CANCELED);
    store(body("t3"), State.DONE);
    List<Transaction> finished = readAll(ids("t1", "t2"));

    assertThat(transactions().remove(finished)).containsExactly(MATCHED, MATCHED);

    assertThat(transactions().find(ids("t1", "t2")))
        .allMatch(TransactionLookup.Absent.class::isInstance);
    assertThat(ended(new EndedQuery(Duration.ZERO, 10))).containsExactly("t3");
    assertThat(transactions().remove(finished)).containsExactly(NOT_MATCHED, NOT_MATCHED);
    assertThat(transactions().begin(List.of(begun(body("t1")))))
        .containsExactly(BeginOutcome.BEGUN);
  }

  @Test
  void whatIsNotFinishedIsNotRemoved() {
    for (State state : State.values()) {
      store(body(state.name()), state);
    }
    Transaction done = read("DONE");
    List<Transaction> asked =
        Stream.of(State.values())
            .map(state -> read(state.name()))
            .map(
                record ->
                    record.state().isFinal()
                        ? record
                        : record.withTimes(
                            record.createdAt(), record.lastModified(), done.timeline()))
            .toList();

    assertThat(transactions().remove(asked))
        .isEqualTo(
            asked.stream()
                .map(record -> record.state().isFinal() ? MATCHED : NOT_MATCHED)
                .toList());
    assertThat(transactions().find(asked.stream().map(Transaction::id).toList()))
        .filteredOn(TransactionLookup.Found.class::isInstance)
        .hasSize(State.values().length - 2);
  }

  @Test
  void oneThatHasTakenTheIdSinceItWasReadStays() {
    store(body("t1"), State.DONE);
    store(body("t2"), State.DONE);
    List<Transaction> asRead = readAll(ids("t1", "t2"));
    assertThat(transactions().remove(List.of(asRead.get(0)))).containsExactly(MATCHED);
    letTimePass.run();
    store(body("t1"), State.DONE);

    assertThat(transactions().remove(List.of(asRead.get(0)))).containsExactly(NOT_MATCHED);
    assertThat(transactions().remove(asRead)).containsExactly(NOT_MATCHED, MATCHED);
    assertThat(transactions().find(List.of(transactionId("t1"))).get(0))
        .isInstanceOf(TransactionLookup.Found.class);
  }

  private List<String> ended(EndedQuery query) {
    return transactions().ended(query).stream()
        .map(lookup -> recordOf(lookup).id().value())
        .toList();
  }
}
