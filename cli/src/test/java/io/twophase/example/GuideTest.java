package io.twophase.example;

import static io.twophase.TwoPhase.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.transaction.State;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java of docs/GUIDE.md that no page of docs/tasks shows. */
class GuideTest {

  private final FaultyStore store = FaultyStore.over(InMemoryStore.create(Clock.systemUTC()));
  private final TwoPhase twophase = TwoPhase.over(store).build();

  @BeforeEach
  void accounts() {
    twophase.accounts().open(account("customer"), money("50.00", "USD"));
    twophase.accounts().open(account("shop"), money("0.00", "USD"));
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  private static TransferRequest invoice(String number, String amount) {
    return transfer("invoice-" + number, "customer", "shop", money(amount, "USD"));
  }

  @Test
  void manyTransfersAtOnce() {
    var invoices = List.of(invoice("10", "45.00"), invoice("11", "10.00"), invoice("12", "5.00"));
    var outcomes = twophase.transfers().transferAll(invoices, Order.AS_GIVEN);
    var later = twophase.transfers().submit(invoice("12", "5.00"), AnswerTime.WHEN_DECIDED);

    assertThat(outcomes).extracting(it -> it.isApplied()).containsExactly(true, false, true);
    assertThat(later.join().isApplied()).isTrue();
  }

  @Test
  void aKeptHeadShowsThatNothingWasChanged() {
    twophase.evidence().turnOn();
    twophase.transfers().transfer(invoice("7", "1.00"));
    twophase.evidence().grow();
    String kept = twophase.evidence().head().toString();
    twophase.transfers().transfer(invoice("8", "1.00"));

    assertThat(isAsItWas(kept)).isTrue();
    assertThat(isAsItWas(TreeHead.EMPTY.toString().replace("0:", "1:"))).isFalse();
  }

  private boolean isAsItWas(String kept) {
    return twophase.audit().runAgainst(TreeHead.parse(kept).get()).isClean();
  }

  @Test
  void aLostAnswerChargesNobodyTwice() {
    store.faults().when(WriteKind.HOLD).next(Fault.LOSE_ANSWER);
    assertThat(twophase.transfers().transfer(invoice("7", "20.00")).isApplied()).isTrue();
    assertThat(store.faults().outstanding()).isZero();
  }

  @Test
  void aHostThatOpensThePartsStartsRecovery() {
    try (var server = EmbeddedServer.inMemory(0)) {
      String uri = server.uri() + "/bank";
      var deposit = transaction("deposit").insert(document("rooms", 12), Map.of());
      try (var former = MongoStore.open(uri, MongoStoreSettings.defaults());
          var twophase = over(former).build()) {
        var terms = new AuthorizationTerms(Duration.ofMillis(1));
        assertThat(twophase.authorizations().authorize(deposit, terms).isAuthorized()).isTrue();
      }
      try (var store = MongoStore.open(uri, MongoStoreSettings.defaults());
          var twophase = over(store).settings(settings("billing")).build();
          var recovery =
              RecoveryDaemon.start(
                  twophase.recovery(),
                  RecoveryRequest.olderThan(Duration.ofMinutes(30)),
                  Duration.ofSeconds(10),
                  RecoveryDaemon.Listener.LOGGED)) {
        recovery.awaitFirstRound(Duration.ofSeconds(15));

        assertThat(twophase.transactions().find(deposit.id()).orElseThrow().state())
            .isEqualTo(State.CANCELED);
      }
    }
  }
}
