package io.twophase.app.testing;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/**
 * A store in memory with a host, in which A has 100 dollars and B has 10. Retention keeps what has
 * ended for a day, by a clock that the test sets.
 */
public abstract class OneBank {

  /** Retention keeps records that long. */
  protected static final Duration DAY = Duration.ofDays(1);

  /** The time by the store's clock. */
  protected Instant now = Instant.parse("2026-11-23T10:00:00Z");

  /** The host's calls end as a plan says. */
  protected final Plans plans = new Plans();

  /** The store. */
  protected InMemoryStore store;

  /** The store as the host sees it. */
  protected FaultyStore faulty;

  /** A host over the store. */
  protected TwoPhase host;

  /** Retention leaves no receipts, until the test says otherwise. */
  @SuppressWarnings("NullAway.Init")
  protected OneBank() {
    open(keeping(Optional.empty()));
  }

  /** An empty store whose retention leaves such receipts. */
  protected final InMemoryStore keeping(Optional<ReceiptPeriod> receipts) {
    return InMemoryStore.keeping(DAY, receipts, () -> now);
  }

  /** The test goes on with another store. */
  protected final void use(InMemoryStore other) {
    host.close();
    open(other);
  }

  /** The faulty store, of whose calls comes what is planned. */
  protected final Store seen() {
    return Interceptor.before(Store.class, faulty, plans);
  }

  private void open(InMemoryStore empty) {
    store = empty;
    faulty = FaultyStore.over(store);
    host = TwoPhase.over(seen()).build();
    Books.open(store, 100_00, 10_00);
  }

  @AfterEach
  final void closeHost() {
    host.close();
  }

  /** A transfer of so many dollars from A to B; a dear one takes more than A has. */
  protected static TransferRequest request(String id, String dollars) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd(dollars));
  }

  /** A transfer of a dollar, or of more than A has if its id says that it is dear. */
  public static TransferRequest request(String id) {
    return request(id, id.startsWith("dear") ? "1000" : "1");
  }

  /** Each has a record of its own. */
  protected final void transfer(String... ids) {
    Stream.of(ids).forEach(id -> host.transfers().transfer(request(id)));
  }

  /** A host finds this under the id. */
  protected final TransactionLookup find(String id) {
    return host.transactions().find(transactionId(id));
  }

  /** Several ids. */
  protected static Set<TransactionId> ids(String... ids) {
    return Stream.of(ids).map(TransactionId::new).collect(Collectors.toSet());
  }

  /** The library finds this under the id. */
  protected final Lookup lookup(String id) {
    return store.records().findMembers(List.of(transactionId(id))).get(0);
  }

  /** Somebody removes the transaction, as retention would. */
  protected final Removal removal(String id) {
    Lookup found = lookup(id);
    return new Removal(
        found.member().isPresent()
            ? Either.right(found.member().orElseThrow())
            : Either.left(found.record().orElseThrow()),
        Optional.empty());
  }
}
