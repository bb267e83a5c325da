package io.twophase.app.batch;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A batch lists an id that stands for something else, and its owner dies before anybody is told:
 * whoever asks for its transfers has an answer, and recovery finishes it.
 */
class ForeignMembersTest {
  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private TwoPhase host;
  private Store store;

  /** What the id m1 stands for before the batch is begun. */
  enum Foreign {
    MANY_LEGS,
    OF_ANOTHER_CURRENCY,
    AT_MOST,
    TOMBSTONE
  }

  @BeforeEach
  void begin() {
    store = FRESH.store();
    host = TwoPhase.over(store).build();
    Books.open(store, 100, 100, 100);
  }

  @AfterEach
  void end() {
    host.close();
  }

  private void make(Foreign foreign) {
    switch (foreign) {
      case MANY_LEGS ->
          host.run(
                  TransactionRequest.of(transactionId("m1"))
                      .debit(accountId("A"), cents(2))
                      .credit(accountId("B"), cents(1))
                      .credit(accountId("C"), cents(1)))
              .orElseThrow();
      case OF_ANOTHER_CURRENCY -> {
        for (String id : List.of("E", "F")) {
          host.accounts().open(Fixtures.account(id).opening(Fixtures.eur("9.00")));
        }
        host.transfers()
            .transfer(
                new TransferRequest(
                    transactionId("m1"), accountId("E"), accountId("F"), Fixtures.eur("1.00")))
            .orElseThrow();
      }
      case AT_MOST ->
          host.transfers().transfer(request("m1", "A", "B", 1).takingAtMost()).orElseThrow();
      case TOMBSTONE ->
          store.records().insert(List.of(NewRecord.tombstone(RecordId.of(transactionId("m1")))));
    }
  }

  /** A batch of three that was begun without an answer, and whose owner is dead. */
  private void batchIsLeft() {
    new DeadOwner(store)
        .left(
            transfer("m1", "A", "B", cents(5)),
            transfer("m2", "A", "B", cents(5)),
            transfer("m3", "B", "C", cents(5)));
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void recoveryGoesOn(Foreign foreign) {
    make(foreign);
    batchIsLeft();
    assertThat(Books.recover(host))
        .anyMatch(each -> each.id().equals("batch:left") && each.isFinished());
    isAnswered();
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void whoeverAsksForAnotherMemberIsAnswered(Foreign foreign) {
    make(foreign);
    batchIsLeft();

    isAnswered();
  }

  private void isAnswered() {
    TwoPhase alone =
        TwoPhase.over(store)
            .settings(
                new TwoPhaseSettings(
                    EngineSettings.of(application("alone")).withStuckAfter(Duration.ZERO), 500))
            .build();
    List<TransferRequest> asked =
        List.of(request("m1", "A", "B", 5), request("m2", "A", "B", 5), request("m3", "B", "C", 5));

    List<TransactionOutcome> outcomes = alone.transfers().transferAll(asked, Order.ANY);

    assertThat(outcomes.get(1).isApplied()).isTrue();
    assertThat(outcomes.get(2).isApplied()).isTrue();
    assertThat(((TransactionOutcome.Refused) outcomes.get(0)).reason())
        .isInstanceOfAny(Refusal.IdReused.class, CancelReason.class);
    assertThat(alone.audit().run().findings()).isEmpty();
    alone.close();
  }
}
