package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What asks for records, and what the ports of records do of themselves. */
class RecordQueriesTest {

  private static final Labels INVOICE = Labels.of(Option.some("invoice 7"), Map.of()).get();
  private static final NewTransaction BODY = transfer("t", "A", "B", usd("1")).labelled(INVOICE);
  private static final TransactionQuery ANY =
      new TransactionQuery(Option.none(), Option.none(), 10);

  private static TransactionLookup found(String id, String source) {
    NewTransaction body = transfer(id, source, "B", usd("1"));
    return new TransactionLookup.Found(Transaction.submitted(body, NOW), Duration.ZERO);
  }

  @Test
  void thePlaceBehindAFinishedRecordIsWhenItEndedAndItsId() {
    Transaction ended = new NewRecord.Tombstone(transactionId("t")).stored(NOW);
    Transaction open = Transaction.submitted(BODY, NOW);
    EndedQuery query = new EndedQuery(Duration.ofDays(1), 5).withSkip(7);

    EndedQuery after = query.after(ended);

    assertThat(query.skip()).isEqualTo(7);
    assertThat(after.after()).contains(new EndedQuery.Place(NOW, transactionId("t")));
    assertThat(after.skip()).isZero();
    assertThat(after.limit()).isEqualTo(5);
    assertThat(after.after(open).after()).as("of one that has not ended").isEqualTo(after.after());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, TransactionRepository.MAX_LATEST + 1})
  void aLimitOutOfRangeIsAFaultOfTheCaller(int limit) {
    assertThatThrownBy(() -> new EndedQuery(Duration.ZERO, limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(limit));
  }

  @Test
  void soAreAnAgeAndASkipBelowZero() {
    assertThatThrownBy(() -> new EndedQuery(Duration.ofMillis(-1), 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new EndedQuery(Duration.ZERO, 1).withSkip(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("skip -1");
  }

  @Test
  void aQueryAsksForAccountsAndLabels() {
    TransactionQuery ofAccount =
        new TransactionQuery(Option.some(State.DONE), Option.some(accountId("A")), 10);

    assertThat(ANY.asksFor(BODY)).isTrue();
    assertThat(ofAccount.asksFor(BODY)).isTrue();
    assertThat(ofAccount.asksFor(transfer("t", "C", "B", usd("1")))).isFalse();
    assertThat(ANY.labelled(INVOICE).asksFor(BODY)).isTrue();
    assertThat(ANY.labelled(INVOICE).asksFor(transfer("t", "A", "B", usd("1")))).isFalse();
    assertThat(ofAccount.ofAnyState(3).state()).isEmpty();
    assertThat(ofAccount.ofAnyState(3).limit()).isEqualTo(3);
  }

  @Test
  void aScanOfAnAccountIsAScanThatLeavesTheOthersOut() {
    TransactionLookup touching = found("t", "A");
    TransactionLookup other = found("u", "C");
    TransactionLookup absent = new TransactionLookup.Absent(transactionId("v"));
    TransactionLookup unreadable = new TransactionLookup.Unreadable("odd", "no state");
    TransactionLookup removed =
        new TransactionLookup.Removed(
            Receipt.of(new NewRecord.Tombstone(transactionId("w")).stored(NOW)).get());
    TransactionRepository scanning =
        defaults(
            TransactionRepository.class, List.of(touching, other, absent, unreadable, removed));
    List<TransactionLookup> seen = new ArrayList<>();

    scanning.scan(accountId("A"), seen::add);

    assertThat(seen).containsExactly(touching, unreadable);
  }

  @Test
  void aStoreHasNoMoreThanItSays() {
    Store store = defaults(Store.class, List.of());
    BatchRepository batches = defaults(BatchRepository.class, List.of());

    assertThat(defaults(TransactionRepository.class, List.of()).receiptsKept()).isEmpty();
    assertThat(defaults(TransactionRepository.class, List.of()).hasReceiptsOfAllRemoved())
        .isFalse();
    assertThat(store.batches()).isEmpty();
    assertThat(store.atomicBatches()).isEmpty();
    assertThat(store.events()).isEmpty();
    assertThat(batches.hasRecords()).isTrue();
    assertThat(batches.keptFor()).isEmpty();
  }

  /** One that can do nothing but show these records. */
  private static <T> T defaults(Class<T> port, List<TransactionLookup> records) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (!method.isDefault()) {
                @SuppressWarnings("unchecked")
                Consumer<TransactionLookup> consumer = (Consumer<TransactionLookup>) arguments[0];
                records.forEach(consumer);
                return null;
              }
              return InvocationHandler.invokeDefault(proxy, method, arguments);
            }));
  }
}
