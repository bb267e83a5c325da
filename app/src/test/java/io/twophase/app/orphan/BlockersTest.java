package io.twophase.app.orphan;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockersTest {

  private static final DocumentRef ORDER = order("o1");
  private static final DocumentOperation PAY = change(ORDER, set("status", "Paid"));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final InMemoryDocumentRepository documents =
      new InMemoryDocumentRepository(HoldLimit.DEFAULT);
  private final DocumentWrites writes =
      new DocumentWrites(documents, store.transactions(), store.home());

  @BeforeEach
  void storeAnOrder() {
    documents.store(ORDER, fields("status", "UnPaid"));
  }

  @Test
  void holdsOfFinishedTransactionsAreWithdrawn() {
    writes.begin("done", check(order("o2")));
    writes.takeOver("done", 1);
    writes.decide("done", 2);
    writes.finish("done");
    writes.begin("canceled", insert(order("new"), fields("a", 1)));
    writes.cancel("canceled", 1);
    HeldDocument late = writes.hold("done", 1, PAY);
    HeldDocument placeholder = writes.hold("canceled", 1, insert(order("new"), fields("a", 1)));

    assertThat(clear(late, placeholder)).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).isEmpty();
    assertThat(writes.read(order("new"))).isEmpty();
  }

  /** It would be lost: the settle that it needed has missed it. */
  @Test
  void aHoldThatADoneTransactionWasDecidedByStays() {
    writes.begin("done", PAY);
    HeldDocument missed = writes.hold("done", 1, PAY);
    writes.decide("done", 1);
    writes.finish("done");

    assertThat(clear(missed)).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void aHoldOfAnEpochThatIsOverIsWithdrawnWhateverTheState() {
    writes.begin("taken over", PAY);
    HeldDocument old = writes.hold("taken over", 1, PAY);
    writes.takeOver("taken over", 1);
    assertThat(clear(old)).isEmpty();
    assertThat(writes.read(ORDER).get().holds()).isEmpty();

    writes.begin("applied", PAY);
    writes.takeOver("applied", 1);
    writes.hold("applied", 2, PAY);
    writes.decide("applied", 2);
    writes.settle("applied", 2, PAY);
    HeldDocument late = writes.hold("applied", 1, PAY);
    assertThat(clear(late)).isEmpty();
    assertThat(writes.read(ORDER).get().holds()).isEmpty();
  }

  @Test
  void aHoldWithoutARecordIsWithdrawnWhenTheRecordCanNeverCome() {
    HeldDocument stray = writes.hold("t", 1, PAY);

    assertThat(clear(stray)).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).isEmpty();
    assertThat(store.transactions().begin(List.of(new NewRecord.Submitted(body("t")))))
        .containsExactly(BeginOutcome.ID_TAKEN);
  }

  @Test
  void withoutATombstoneForCertainAHoldStays() {
    HeldDocument stray = writes.hold("t", 1, PAY);
    TransactionRepository lossy =
        new ForwardingTransactions(store.transactions()) {
          @Override
          public List<BeginOutcome> begin(List<NewRecord> records) {
            return List.of(BeginOutcome.IN_DOUBT);
          }
        };

    assertThat(new Blockers(documents, store.home(), lossy).clear(List.of(stray))).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void aRecordThatComesBesideTheTombstoneKeepsItsHold() {
    HeldDocument held = writes.hold("t", 1, PAY);
    TransactionRepository racing =
        new ForwardingTransactions(store.transactions()) {
          @Override
          public List<BeginOutcome> begin(List<NewRecord> records) {
            writes.begin("t", PAY);
            return super.begin(records);
          }
        };

    assertThat(new Blockers(documents, store.home(), racing).clear(List.of(held))).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void whatIsAliveStaysAndItsRecordIsAnswered() {
    documents.store(order("o2"), fields("status", "UnPaid"));
    DocumentOperation checked = check(order("o2"), is("status", "UnPaid"));
    writes.begin("alive", PAY, checked);
    writes.begin("canceling", checked);
    HeldDocument first = writes.hold("alive", 1, PAY);
    HeldDocument second = writes.hold("alive", 1, checked);
    HeldDocument third = writes.hold("canceling", 1, checked);

    assertThat(clear(first, second, third, first))
        .containsExactly(transactionId("alive"), transactionId("canceling"));

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
    assertThat(writes.read(order("o2")).map(Participant::holds).get()).hasSize(2);
  }

  @Test
  void aHoldThatIsNewerThanTheRecordAsReadStays() {
    writes.begin("t", PAY);
    HeldDocument held = writes.hold("t", 2, PAY);

    assertThat(clear(held)).containsExactly(transactionId("t"));

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  @Test
  void aHoldOfAnotherHomeIsNeitherTouchedNorLookedUp() {
    HeldDocument foreign =
        writes.hold(new DocumentLeg(new Home("theirs"), transactionId("t"), epoch(1), PAY));

    assertThat(clear(foreign)).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
    assertThat(store.transactions().find(List.of(transactionId("t"))))
        .containsExactly(new TransactionLookup.Absent(transactionId("t")));
  }

  @Test
  void whatCannotBeReadProvesNothing() {
    HeldDocument held = writes.hold("t", 1, PAY);
    TransactionRepository damaged =
        new ForwardingTransactions(store.transactions()) {
          @Override
          public List<TransactionLookup> find(List<TransactionId> ids) {
            return List.of(new TransactionLookup.Unreadable("t", "state: 7"));
          }
        };

    assertThat(new Blockers(documents, store.home(), damaged).clear(List.of(held))).isEmpty();

    assertThat(writes.read(ORDER).get().holds()).hasSize(1);
  }

  private static NewTransaction body(String id) {
    return new NewTransaction(transactionId(id), List.of(PAY), Option.none());
  }

  private List<TransactionId> clear(HeldDocument... blockers) {
    return new Blockers(documents, store.home(), store.transactions())
        .clear(Arrays.asList(blockers)).stream().map(found -> found.record().id()).toList();
  }
}
