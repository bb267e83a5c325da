package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.retention.Retention;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.id.ConsumerName;
import io.twophase.domain.outcome.TransactionLookup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retention waits for those who read events. */
@Timeout(60)
class UnreadEventsTest {

  private static final ConsumerName MAIL = new ConsumerName("mail");
  private static final Duration DAY = Duration.ofDays(1);

  private Instant now = Instant.parse("2026-11-23T00:00:00Z");
  private final InMemoryStore store = InMemoryStore.keeping(DAY, () -> now);
  private final TwoPhase host = TwoPhase.over(store).build();

  @BeforeEach
  void open() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("10")), account("B").opening(usd("10"))));
    host.events().turnOn();
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static TransferRequest request(String id) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd("1"));
  }

  private boolean isThere(String id) {
    return host.transactions().find(transactionId(id)) instanceof TransactionLookup.Found;
  }

  private List<String> read(int limit) {
    List<String> read = new ArrayList<>();
    host.events()
        .consume(
            MAIL, limit, page -> page.forEach(event -> read.add(event.transaction().toString())));
    return read;
  }

  @Test
  void whatAConsumerHasNotReadStays() {
    host.events().consume(MAIL, 1, page -> {});
    host.transfers().transfer(request("t1"));
    host.transfers().transfer(request("t2"));
    now = now.plus(DAY);

    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(read(1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));
    assertThat(isThere("t1")).isFalse();
    assertThat(isThere("t2")).isTrue();
  }

  @Test
  void aBatchStaysUntilItIsReadToItsEnd() {
    host.events().consume(MAIL, 1, page -> {});
    host.transfers()
        .transferAll(
            List.of(request("t1"), request("t2")).iterator(), Order.AS_GIVEN, outcome -> {});
    now = now.plus(DAY);

    assertThat(read(1)).hasSize(1);
    assertThat(host.retention().pass().isNothing()).isTrue();
    assertThat(read(1)).hasSize(1);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(2, 1));
    assertThat(isThere("t1")).isFalse();
  }

  @Test
  void nothingWaitsForAConsumerThatIsForgotten() {
    host.events().consume(MAIL, 1, page -> {});
    host.transfers().transfer(request("t1"));
    now = now.plus(DAY);
    host.events().forget(MAIL);

    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(1, 0));
  }

  /** As where the server removes records: its numbers are trimmed by nobody. */
  @Test
  void whatIsGoneIsToldByItsId() {
    host.transfers().transfer(request("t1"));
    host.events().number();
    TransactionLookup found = host.transactions().find(transactionId("t1"));
    store.transactions().remove(List.of(((TransactionLookup.Found) found).record()));

    assertThat(read(10))
        .containsExactly(new TransactionLookup.Absent(transactionId("t1")).toString());
  }
}
