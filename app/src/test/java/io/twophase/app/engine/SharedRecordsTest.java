package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which transactions of one call one record decides. */
class SharedRecordsTest {

  private static final PeriodName PERIOD = new PeriodName("2026-11");
  private static final DocumentRef OPEN = document("things", "open");
  private static final DocumentRef LEFT = document("things", "left");

  private final InMemoryStore store = Books.inMemory(1_000, 0, 0);

  @AutoClose private final TwoPhase host = Hosts.alone(store);

  /** A transaction of some kind under an id. */
  private static final List<Function<String, Request>> KINDS =
      List.of(
          id -> Books.request(id, 1),
          id ->
              transaction(id)
                  .debit(accountId("A"), cents(3))
                  .credit(accountId("B"), cents(2))
                  .credit(accountId("C"), cents(1)),
          id -> Books.request(id, 3).takingAtMost(),
          id -> paid(id).check(OPEN, where("open").equalTo("yes")),
          id -> paid(id).add(LEFT, "left", -1, 0, 99),
          id -> paid(id).inPeriod(PERIOD),
          // into a collection of its own: in order, a record has one insertion into each
          id -> paid(id).insert(document("orders-" + id, id), Map.of("a", 1)));

  private static TransactionRequest paid(String id) {
    return transaction(id).debit(accountId("A"), cents(1)).credit(accountId("B"), cents(1));
  }

  /** The records that decide twenty of these, which are all applied. */
  private Set<RecordId> deciders(Order order, Function<Integer, Request> kinds) {
    store.store(OPEN, Fields.of(Map.of("open", "yes")));
    store.store(LEFT, Fields.of(Map.of("left", 50L)));
    store.store(Period.document(PERIOD), Fields.of(Map.of(Period.OPEN, true)));
    List<Request> twenty = IntStream.range(0, 20).boxed().map(kinds).toList();
    assertThat(host.transfers().transferAll(twenty, order))
        .hasSize(20)
        .allMatch(TransactionOutcome::isApplied);
    assertThat(host.audit().run().findings()).isEmpty();
    return twenty.stream()
        .map(request -> Books.find(store, request.id().value()).decider().orElseThrow())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource
  void oneRecordDecidesTransactionsOfAllKinds(Order order) {
    assertThat(deciders(order, at -> KINDS.get(at % KINDS.size()).apply("t" + at))).hasSize(1);
  }

  /** Each is in the record after the one before, in file order too. */
  @ParameterizedTest
  @EnumSource
  void changesOfOneDocumentAreDecidedOneAfterTheOther(Order order) {
    assertThat(deciders(order, at -> transaction("t" + at).change(OPEN, set("by", at))))
        .hasSize(20);
  }
}
